import type { z } from '@hono/zod-openapi'
import { Reply } from '../../platform/http/endpoint.ts'
import type { Course, Lesson } from '../catalog/public/catalog.ts'
import type { LessonContent } from '../catalog/public/catalog-cache.ts'
import { type LessonContentSchema, presentLesson } from './lesson-view.ts'

type LessonResponse = Reply<z.output<typeof LessonContentSchema>>

interface LessonResponses {
  lesson: Lesson
  open?: LessonResponse
  completed?: LessonResponse
}

/**
 * Lessons as learners see them: there are two ways, done and not done, and each is put together once. They are
 * forgotten with the content, of which only so many are held, and not given for the lesson of another catalogue.
 */
export function createLessonResponseCache(publicUrl: string) {
  const byContent = new WeakMap<LessonContent, LessonResponses>()

  return (course: Course, lesson: Lesson, content: LessonContent, isCompleted: boolean): LessonResponse => {
    let responses = byContent.get(content)
    if (responses?.lesson !== lesson) {
      responses = { lesson }
      byContent.set(content, responses)
    }
    const status = isCompleted ? 'completed' : 'open'
    responses[status] ??= new Reply(presentLesson(course, lesson, content, isCompleted, publicUrl))
    return responses[status]
  }
}
