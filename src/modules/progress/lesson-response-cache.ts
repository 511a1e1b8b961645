import type { z } from 'zod'
import { Reply } from '../../platform/http/endpoint.ts'
import type { Course, Lesson } from '../catalog/public/catalog.ts'
import type { LessonContent } from '../catalog/public/catalog-cache.ts'
import { newAttempt } from './lesson-seed.ts'
import { hasShuffledQuestions, type LessonContentSchema, presentLesson } from './public/lesson-view.ts'

type LessonResponse = Reply<z.output<typeof LessonContentSchema>>

interface LessonResponses {
  lesson: Lesson
  isShuffled: boolean
  open?: LessonResponse
  completed?: LessonResponse
}

/**
 * Caches two responses per lesson: completed and not completed. The weak map drops them together with the cached
 * content. A lesson object of another catalog version replaces the entry. A lesson with shuffled questions is not
 * cached, because each read is an attempt of its own.
 */
export function createLessonResponseCache(publicUrl: string) {
  const byContent = new WeakMap<LessonContent, LessonResponses>()

  return (course: Course, lesson: Lesson, content: LessonContent, isCompleted: boolean): LessonResponse => {
    const present = () =>
      new Reply(presentLesson(course, lesson, content, isCompleted, { publicUrl, attempt: newAttempt() }))
    let responses = byContent.get(content)
    if (responses?.lesson !== lesson) {
      responses = { lesson, isShuffled: hasShuffledQuestions(content) }
      byContent.set(content, responses)
    }
    if (responses.isShuffled) return present()
    const status = isCompleted ? 'completed' : 'open'
    responses[status] ??= present()
    return responses[status]
  }
}
