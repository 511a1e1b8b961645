import { describeError } from '../../platform/describe-error.ts'
import { Refusal } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { findAccount } from '../accounts/public/account.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog, lockCatalog } from '../authoring/public/change-catalog.ts'
import type { Editor } from '../authoring/public/editor.ts'
import {
  type DuePublication,
  findDuePublication,
  listDuePublications,
  type ScheduledContent,
} from '../publishing/public/due-publications.ts'
import { getReview, requireSubmitted } from '../publishing/public/review-content.ts'
import type { ReviewRequestId } from '../publishing/public/review-request.ts'
import { refusePublication, unscheduleContent } from '../publishing/public/schedule.ts'
import { type AuditedAction, recordAuditEntry } from '../staff-access/public/record-audit-entry.ts'
import { changedContent } from './content-endpoints.ts'
import { CreatorRewardLimit } from './creator-reward-limit.ts'
import { publishCourseWithLessons, publishLessonWithinLimits, requireUnreviewed } from './publish-content.ts'
import { recordCourse, recordLesson } from './record-history.ts'

type Deps = Pick<Platform, 'config' | 'db' | 'replicaDb' | 'write' | 'pubsub'>

export async function hasDuePublications({ db }: Pick<Deps, 'db'>, now: Date): Promise<boolean> {
  return (await listDuePublications(db, now)).length > 0
}

/**
 * Publishes what is due, each in a transaction that also ends its schedule: twice at the same time, or again after a crash, it
 * is published once. What is refused ends its schedule too, and its authors are told. After any other error it stays due.
 */
export async function publishScheduled(
  deps: Deps,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const failed: string[] = []
  for (const { content } of await listDuePublications(deps.db, now)) {
    if (signal?.aborted) return
    try {
      await publishOrRefuse(deps, content, now)
    } catch (error) {
      failed.push(content.id)
      log.warn({ ...content, error: describeError(error) }, 'publishing: a scheduled publication failed')
    }
  }
  if (failed.length > 0) throw new Error(`Publications that stay due: ${failed.join(', ')}.`)
}

async function publishOrRefuse(deps: Deps, content: ScheduledContent, now: Date): Promise<void> {
  const edit = changeCatalog(deps)
  const rewardLimit = new CreatorRewardLimit(deps)
  try {
    await deps.write((tx) =>
      edit(tx, async () => {
        const due = await findDuePublication(tx, content, now)
        if (due) await publishDue(tx, { config: deps.config, rewardLimit }, due, now)
      }),
    )
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    await deps.write(async (tx) => {
      await lockCatalog(tx)
      const due = await findDuePublication(tx, content, now)
      if (due) await refusePublication(tx, due, { refusal, now })
    })
  }
}

/** Publishes in the name of the author who chose the time, with the rights that this author has now. */
async function publishDue(
  tx: Tx,
  { config, rewardLimit }: Pick<Deps, 'config'> & { rewardLimit: CreatorRewardLimit },
  { content, schedule }: DuePublication,
  now: Date,
): Promise<void> {
  const editor = await getEditor(tx, schedule.userId as UserId)
  const { userId: authorId } = editor
  if (schedule.reviewId === null) requireUnreviewed(config, editor)
  else {
    const { items } = await getReview(tx, schedule.reviewId as ReviewRequestId)
    const reviewed = items.filter(({ id }) => id === content.id)
    await requireSubmitted(tx, reviewed, editor)
  }
  await unscheduleContent(tx, content)
  let act: AuditedAction | undefined
  if (content.kind === 'COURSE') {
    const { includeLessons, changeNote } = schedule
    const publication = { courseId: content.id, includeLessons, changeNote, editor, now }
    const change = await publishCourseWithLessons(tx, rewardLimit, publication)
    await recordCourse(tx, { act: 'PUBLISHED', ...change, authorId, now })
    act = changedContent({ name: 'course' }, 'course.published', change).act
  } else {
    const publication = { lessonId: content.id, changeNote: schedule.changeNote, editor, now }
    const change = await publishLessonWithinLimits(tx, rewardLimit, publication)
    await recordLesson(tx, { act: 'PUBLISHED', ...change, authorId, now })
    act = changedContent({ name: 'lesson' }, 'lesson.published', change).act
  }
  if (act) await recordAuditEntry(tx, act, { caller: editor, address: null, now })
}

async function getEditor(tx: Tx, userId: UserId): Promise<Editor> {
  const account = await findAccount(tx, userId)
  const isAuthor = account?.role === 'CREATOR' || account?.role === 'ADMIN'
  if (!account || !isAuthor || account.suspendedAt) throw errors.no_such_author()
  return { userId, role: account.role }
}
