import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { z } from '../../../platform/zod.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { insertChangeNote } from '../queries.ts'

const MAX_NOTE_LENGTH = 500
/** Control characters except line breaks, and those that turn the direction of the text around them. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Plain text: it is shown in messages and mails too. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => !/<[A-Za-z/!?]/.test(text), 'must be plain text without HTML')
    .refine((text) => !UNPRINTABLE.test(text), 'must not contain control characters')

export const ChangeNoteSchema = plainText(MAX_NOTE_LENGTH).optional().openapi({
  description:
    'What changed, in plain text, for learners who have begun the lesson, or any lesson of the course. They get at most one message a day about a course. It is ignored unless changes of published content are published.',
  example: 'The pictures of the first lesson are new.',
})

interface NewNote {
  courseId: CourseId
  /** Null if the course was published. */
  lessonId: LessonId | null
  note: string
  now: Date
}

/** Stores what changed with a publication. A job tells the learners. */
export async function addChangeNote(tx: Tx, { courseId, lessonId, note, now }: NewNote): Promise<void> {
  await insertChangeNote(tx, { id: newId(), courseId, lessonId, note, publishedAt: now })
}
