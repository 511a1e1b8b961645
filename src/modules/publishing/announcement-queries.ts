import type { Db } from '../../platform/db/database.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'

export type AnnouncementId = Id<'Announcement'>

interface Times {
  /** Notes that are younger wait for others. */
  notesUntil: Date
  /** A course with a later message waits. */
  lastUntil: Date
}

/** Returns the courses whose notes are due, or the given one if they are. */
export async function listCoursesToAnnounce(
  db: Db,
  { notesUntil, lastUntil }: Times,
  courseId: CourseId | null = null,
): Promise<CourseId[]> {
  const rows = await db<{ courseId: CourseId }>`
    select course_id as "courseId" from change_note
    where announcement_id is null and (${courseId}::uuid is null or course_id = ${courseId}::uuid)
    group by course_id
    having min(published_at) <= ${notesUntil} and not exists (
      select from change_announcement
      where change_announcement.course_id = change_note.course_id and created_at > ${lastUntil})
    order by course_id`
  return rows.map(({ courseId }) => courseId)
}

/** Of two transactions the second one waits. */
export async function lockWaitingNotes(tx: Tx, courseId: CourseId): Promise<void> {
  await tx`select from change_note where course_id = ${courseId} and announcement_id is null order by id for update`
}

/** Puts all waiting notes of a course into one message. */
export async function insertAnnouncement(
  tx: Tx,
  { id, courseId, now }: { id: AnnouncementId; courseId: CourseId; now: Date },
): Promise<void> {
  await tx`insert into change_announcement (id, course_id, created_at) values (${id}, ${courseId}, ${now})`
  await tx`update change_note set announcement_id = ${id} where course_id = ${courseId} and announcement_id is null`
}

export async function listOpenAnnouncements(db: Db): Promise<AnnouncementId[]> {
  const rows = await db<{ id: AnnouncementId }>`
    select id from change_announcement where done_at is null order by created_at, id`
  return rows.map(({ id }) => id)
}

interface OpenAnnouncement {
  courseId: CourseId
  title: string
  /** Learners see the course. */
  isPublished: boolean
  lastUserId: UserId | null
  /** Without those of lessons that learners no longer see. */
  notes: { note: string; lessonId: LessonId | null }[]
}

/** Returns undefined if all learners have it. */
export async function lockAnnouncement(tx: Tx, id: AnnouncementId): Promise<OpenAnnouncement | undefined> {
  const locked = await tx`select from change_announcement where id = ${id} and done_at is null for update`
  if (locked.length === 0) return undefined
  const [row] = await tx<OpenAnnouncement>`
    select course_id as "courseId", title, archived_at is null as "isPublished", last_user_id as "lastUserId",
      (select coalesce(jsonb_agg(jsonb_build_object('note', note, 'lessonId', lesson_id) order by published_at, change_note.id), '[]')
        from change_note left join lesson on lesson.id = lesson_id
        where announcement_id = change_announcement.id and lesson.archived_at is null) as notes
    from change_announcement join course on course.id = course_id
    where change_announcement.id = ${id}`
  return row
}

export async function updateAnnounced(
  tx: Tx,
  id: AnnouncementId,
  { lastUserId, doneAt }: { lastUserId: UserId | null; doneAt: Date | null },
): Promise<void> {
  await tx`
    update change_announcement set last_user_id = coalesce(${lastUserId}::uuid, last_user_id), done_at = ${doneAt}
    where id = ${id}`
}
