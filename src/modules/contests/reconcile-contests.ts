import { reconcile } from '../../platform/jobs/reconciler.ts'
import type { Platform } from '../../platform/platform.ts'
import { finishContest } from './finish-contest.ts'
import { REMINDER_MS } from './jobs.ts'
import { remindParticipants } from './remind-participants.ts'
import { listDueReminders, listUnfinishedContests } from './settlement-queries.ts'

const BATCH = { batchSize: 1_000, throwsAtEnd: false }

/** Whether a contest is due, or a reminder of one. */
export async function hasDueContests({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  return (
    (await listUnfinishedContests(db, now, 1)).length > 0 ||
    (await listDueReminders(db, REMINDER_MS, now, 1)).length > 0
  )
}

/** Finishes due contests and sends due reminders that their jobs have missed. A failure affects one contest only. */
export async function reconcileContests(platform: Pick<Platform, 'write' | 'db'>, now: Date): Promise<void> {
  await reconcile({
    ...BATCH,
    name: 'contests.finish',
    listDue: (limit) => listUnfinishedContests(platform.db, now, limit),
    process: (contestId) => finishContest(platform, contestId, now),
  })
  await reconcile({
    ...BATCH,
    name: 'contests.remind',
    listDue: (limit) => listDueReminders(platform.db, REMINDER_MS, now, limit),
    process: (contestId) => remindParticipants(platform, contestId, now),
  })
}
