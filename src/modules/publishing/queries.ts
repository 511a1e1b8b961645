import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { PublicationSchedule } from '../authoring/public/content-draft.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import type { ScheduledContent } from './public/due-publications.ts'

export async function updateSchedule(
  tx: Tx,
  { kind, id }: ScheduledContent,
  schedule: PublicationSchedule | null,
): Promise<void> {
  if (kind === 'COURSE') await tx`update course set schedule = ${schedule}::jsonb where id = ${id}`
  else await tx`update lesson set schedule = ${schedule}::jsonb where id = ${id}`
}

/** Replaces the author in whose name the course and its lessons will be published. */
export async function updateScheduleAuthor(
  tx: Tx,
  { courseId, from, to }: { courseId: CourseId; from: UserId; to: UserId },
): Promise<void> {
  await tx`
    update course set schedule = jsonb_set(schedule, '{userId}', to_jsonb(${to}::text))
    where id = ${courseId} and schedule ->> 'userId' = ${from}`
  await tx`
    update lesson set schedule = jsonb_set(schedule, '{userId}', to_jsonb(${to}::text))
    where course_id = ${courseId} and schedule ->> 'userId' = ${from}`
}

interface ChangeNoteRow {
  id: string
  courseId: CourseId
  lessonId: LessonId | null
  note: string
  publishedAt: Date
}

export async function insertChangeNote(tx: Tx, row: ChangeNoteRow): Promise<void> {
  const { id, courseId, lessonId, note, publishedAt } = row
  await tx`
    insert into change_note (id, course_id, lesson_id, note, published_at)
    values (${id}, ${courseId}, ${lessonId}, ${note}, ${publishedAt})`
}
