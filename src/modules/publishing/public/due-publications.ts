import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PublicationSchedule } from '../../authoring/public/content-draft.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'

/** A course or a lesson. */
export type ScheduledContent = { kind: 'COURSE'; id: CourseId } | { kind: 'LESSON'; id: LessonId }

/** Content with a schedule whose time has come, and whom its refusal concerns. */
export interface DuePublication {
  content: ScheduledContent
  courseId: CourseId
  /** As its authors see it. */
  title: string
  ownerId: UserId | null
  schedule: PublicationSchedule
}

interface DueRow extends Omit<DuePublication, 'content'> {
  kind: ScheduledContent['kind']
  id: string
}

/** Returns what is due, or the given content if it is due: the earliest first, and lessons before their course. */
export async function listDuePublications(
  db: Db,
  now: Date,
  content?: ScheduledContent,
): Promise<DuePublication[]> {
  const id = content?.id ?? null
  const rows = await db<DueRow>`
    select 'COURSE' as kind, id, id as "courseId", coalesce(edited ->> 'title', title) as title, owner_id as "ownerId", schedule
    from course
    where schedule is not null and (schedule ->> 'publishAt')::timestamptz <= ${now}
      and (${id}::uuid is null or id = ${id}::uuid)
    union all
    select 'LESSON', lesson.id, course_id, coalesce(lesson.edited ->> 'title', lesson.title), owner_id, lesson.schedule
    from lesson join course on course.id = course_id
    where lesson.schedule is not null and (lesson.schedule ->> 'publishAt')::timestamptz <= ${now}
      and (${id}::uuid is null or lesson.id = ${id}::uuid)`
  const order = ({ kind, schedule }: DueRow) => `${schedule.publishAt} ${kind === 'LESSON' ? 1 : 2}`
  return rows
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(({ kind, id, ...due }) => ({ ...due, content: { kind, id } as ScheduledContent }))
}

/** Returns the lessons of a course that are published by a schedule until the time. */
export async function listScheduledLessons(db: Db, courseId: CourseId, until: Date): Promise<LessonId[]> {
  const rows = await db<{ id: LessonId }>`
    select id from lesson
    where course_id = ${courseId} and schedule is not null and (schedule ->> 'publishAt')::timestamptz <= ${until}
    order by position, key`
  return rows.map(({ id }) => id)
}

/** Returns the content if its schedule is still due. The caller has locked the catalog, so that it stays so until commit. */
export async function findDuePublication(
  db: Db,
  content: ScheduledContent,
  now: Date,
): Promise<DuePublication | undefined> {
  return (await listDuePublications(db, now, content))[0]
}
