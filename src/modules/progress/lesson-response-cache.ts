import type { z } from 'zod'
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
 * Caches two responses per lesson: completed and not completed. The weak map drops them together with the cached
 * content. A lesson object of another catalog version replaces the entry.
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
