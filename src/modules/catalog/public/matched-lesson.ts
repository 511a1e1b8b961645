import { z } from '../../../platform/zod.ts'
import type { Lesson } from './catalog.ts'

/** The field of a course in a list that was searched. */
export const matchedLessonField = {
  matchedLesson: z
    .object({ id: z.string(), title: z.string() })
    .optional()
    .openapi({ description: 'Only with `search`: the lesson that contains the words best' }),
}

export function presentMatchedLesson(lesson: Lesson | undefined): {
  matchedLesson?: { id: string; title: string }
} {
  return lesson ? { matchedLesson: { id: lesson.id, title: lesson.title } } : {}
}
