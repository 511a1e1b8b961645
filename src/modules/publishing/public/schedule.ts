import { publicationRefused } from '../../../events/publishing.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Refusal } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { PublicationSchedule } from '../../authoring/public/content-draft.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { errors } from '../errors.ts'
import type { DuePublication, ScheduledContent } from './due-publications.ts'

const MAX_AHEAD_MS = 366 * DAY_MS

/** Plans the publication of content in the name of an author. It replaces an earlier plan. */
export async function scheduleContent(
  tx: Tx,
  content: ScheduledContent,
  { publishAt, ...schedule }: Omit<PublicationSchedule, 'publishAt'> & { publishAt: Date },
): Promise<void> {
  await updateSchedule(tx, content, { ...schedule, publishAt: publishAt.toISOString() })
}

/** Ends the plan, if there is one. */
export async function unscheduleContent(tx: Tx, content: ScheduledContent): Promise<void> {
  await updateSchedule(tx, content, null)
}

/** Returns the time of a schedule, which is in the future and within a year. */
export function requirePublicationTime(publishAt: string, now: Date): Date {
  const time = new Date(publishAt)
  const aheadMs = time.getTime() - now.getTime()
  if (aheadMs <= 0 || aheadMs > MAX_AHEAD_MS) throw errors.publication_time_unusable()
  return time
}

/** Ends a schedule that cannot be followed, and tells its author and the owner of the course why. */
export async function refusePublication(
  tx: Tx,
  { content, courseId, title, ownerId, schedule }: DuePublication,
  { refusal, now }: { refusal: Refusal; now: Date },
): Promise<void> {
  await updateSchedule(tx, content, null)
  const userIds = [...new Set([schedule.userId as UserId, ...(ownerId ? [ownerId] : [])])]
  tx.emit(publicationRefused({ courseId, title, userIds, reason: refusal.code, at: now.toISOString() }))
}

/** What an author planned and then left behind is published in the name of the owner. */
export async function handOverSchedules(
  tx: Tx,
  { courseId, from, to }: { courseId: CourseId; from: UserId; to: UserId | null },
): Promise<void> {
  if (!to) return
  await tx`
    update course set schedule = jsonb_set(schedule, '{userId}', to_jsonb(${to}::text))
    where id = ${courseId} and schedule ->> 'userId' = ${from}`
  await tx`
    update lesson set schedule = jsonb_set(schedule, '{userId}', to_jsonb(${to}::text))
    where course_id = ${courseId} and schedule ->> 'userId' = ${from}`
}

async function updateSchedule(
  tx: Tx,
  { kind, id }: ScheduledContent,
  schedule: PublicationSchedule | null,
): Promise<void> {
  if (kind === 'COURSE') await tx`update course set schedule = ${schedule}::jsonb where id = ${id}`
  else await tx`update lesson set schedule = ${schedule}::jsonb where id = ${id}`
}
