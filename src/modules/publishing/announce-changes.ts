import { changesAnnounced } from '../../events/publishing.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type LearnerOfCourse, listLearnersOfCourse } from '../progress/public/list-learners-of-course.ts'
import {
  type AnnouncementId,
  insertAnnouncement,
  listCoursesToAnnounce,
  listOpenAnnouncements,
  lockAnnouncement,
  lockWaitingNotes,
  updateAnnounced,
} from './announcement-queries.ts'

/** An author often publishes several lessons after each other: their notes become one message. */
const COLLECTING_MS = HOUR_MS
/** A course has at most one message in this time. */
const PAUSE_MS = DAY_MS
const LEARNERS_PER_TRANSACTION = 100

/** Tells learners what changed. A run that is aborted, or a process that dies, is continued by the next run. */
export async function announceChanges(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const times = { notesUntil: addMs(now, -COLLECTING_MS), lastUntil: addMs(now, -PAUSE_MS) }
  for (const courseId of await listCoursesToAnnounce(db, times))
    await write(async (tx) => {
      await lockWaitingNotes(tx, courseId)
      // Another process may have announced them while this one waited, and a new note may be there since.
      if ((await listCoursesToAnnounce(tx, times, courseId)).length === 0) return
      await insertAnnouncement(tx, { id: newId<'Announcement'>(), courseId, now })
    })
  for (const id of await listOpenAnnouncements(db))
    while (!signal?.aborted && (await write((tx) => announceToNextLearners(tx, id, now)))) {}
}

/** Returns whether there may be more learners. */
async function announceToNextLearners(tx: Tx, id: AnnouncementId, now: Date): Promise<boolean> {
  const open = await lockAnnouncement(tx, id)
  if (!open) return false
  const { courseId, title, notes, lastUserId: after } = open
  const limit = LEARNERS_PER_TRANSACTION
  const isShown = open.isPublished && notes.length > 0
  const learners = isShown ? await listLearnersOfCourse(tx, { courseId, after, limit }) : []
  const isLast = learners.length < limit
  await updateAnnounced(tx, id, { lastUserId: learners.at(-1)?.userId ?? null, doneAt: isLast ? now : null })
  // Learners who have begun the same lessons get the same notes, and share an event.
  for (const [key, group] of Map.groupBy(learners, (learner) => notesFor(learner, notes).join('\n'))) {
    if (key === '') continue
    tx.emit(
      changesAnnounced({
        announcementId: id,
        courseId,
        title,
        notes: notesFor(group[0]!, notes),
        userIds: group.map(({ userId }) => userId),
        at: now.toISOString(),
      }),
    )
  }
  return !isLast
}

/** A note on the course is for everybody who has begun it, a note on a lesson for those who have begun that lesson. */
function notesFor(
  { lessonIds }: LearnerOfCourse,
  notes: { note: string; lessonId: LearnerOfCourse['lessonIds'][number] | null }[],
): string[] {
  return notes.flatMap(({ note, lessonId }) =>
    lessonId === null || lessonIds.includes(lessonId) ? [note] : [],
  )
}
