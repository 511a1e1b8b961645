import { plainText } from '../../../platform/http/schemas.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'

const MAX_NOTE_LENGTH = 500
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
  await tx`
    insert into change_note (id, course_id, lesson_id, note, published_at)
    values (${newId()}, ${courseId}, ${lessonId}, ${note}, ${now})`
}
