import type { z } from '@hono/zod-openapi'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Course, Lesson } from './catalogue.ts'
import type { LessonContent } from './held-catalogue.ts'
import { type LessonContentSchema, presentLesson } from './lesson-view.ts'

type LessonPage = Reply<z.output<typeof LessonContentSchema>>

interface PagesOfLesson {
  content: LessonContent
  open?: LessonPage
  completed?: LessonPage
}

/**
 * Lessons as learners see them: there are two ways, done and not done, and each is put together once. They are
 * forgotten with the lesson, when the catalogue changes, or when its content was read anew.
 */
export function lessonPages(publicUrl: string) {
  const byLesson = new WeakMap<Lesson, PagesOfLesson>()

  return (course: Course, lesson: Lesson, content: LessonContent, isCompleted: boolean): LessonPage => {
    let pages = byLesson.get(lesson)
    if (pages?.content !== content) {
      pages = { content }
      byLesson.set(lesson, pages)
    }
    const place = isCompleted ? 'completed' : 'open'
    pages[place] ??= new Reply(presentLesson(course, lesson, content, isCompleted, publicUrl))
    return pages[place]
  }
}
