import { contestStarting } from '../../events/contests.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { REMINDER_MS } from './jobs.ts'
import type { ContestId } from './public/contest.ts'
import { listParticipantsAfter, lockDueReminder, updateReminded } from './settlement-queries.ts'

const REMINDERS_PER_TRANSACTION = 200

/** Emits the reminder for each participant once, in batches. Does nothing if no reminder is due. */
export async function remindParticipants(
  { write }: Pick<Platform, 'write'>,
  contestId: ContestId,
  now: Date,
): Promise<void> {
  while (await write((tx) => remindNextBatch(tx, contestId, now))) {}
}

/** Returns whether there may be more participants. */
async function remindNextBatch(tx: Tx, contestId: ContestId, now: Date): Promise<boolean> {
  const due = await lockDueReminder(tx, { contestId, earlyMs: REMINDER_MS, now })
  if (!due) return false
  const userIds = await listParticipantsAfter(tx, contestId, {
    after: due.reminderCursor,
    limit: REMINDERS_PER_TRANSACTION,
  })
  const isLast = userIds.length < REMINDERS_PER_TRANSACTION
  await updateReminded(tx, contestId, { through: userIds.at(-1) ?? null, doneAt: isLast ? now : null })
  if (userIds.length > 0) {
    const { title, startsAt } = due
    tx.emit(
      contestStarting({
        contestId,
        title,
        startsAt: startsAt.toISOString(),
        userIds,
        at: now.toISOString(),
      }),
    )
  }
  return !isLast
}
