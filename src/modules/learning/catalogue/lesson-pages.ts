import type { z } from '@hono/zod-openapi'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Course, Lesson } from './catalogue.ts'
import type { LessonContent } from './held-catalogue.ts'
import { type LessonContentSchema, presentLesson } from './lesson-view.ts'

type LessonPage = Reply<z.output<typeof LessonContentSchema>>

interface PagesOfLesson {
  lesson: Lesson
  open?: LessonPage
  completed?: LessonPage
}

/**
 * Lessons as learners see them: there are two ways, done and not done, and each is put together once. They are
 * forgotten with the content, of which only so many are held, and not given for the lesson of another catalogue.
 */
export function lessonPages(publicUrl: string) {
  const byContent = new WeakMap<LessonContent, PagesOfLesson>()

  return (course: Course, lesson: Lesson, content: LessonContent, isCompleted: boolean): LessonPage => {
    let pages = byContent.get(content)
    if (pages?.lesson !== lesson) {
      pages = { lesson }
      byContent.set(content, pages)
    }
    const place = isCompleted ? 'completed' : 'open'
    pages[place] ??= new Reply(presentLesson(course, lesson, content, isCompleted, publicUrl))
    return pages[place]
  }
}
