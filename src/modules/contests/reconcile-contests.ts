import { describeError } from '../../platform/describe-error.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { finishContest } from './finish-contest.ts'
import { REMINDER_MS } from './jobs.ts'
import type { ContestId } from './public/contest.ts'
import { remindParticipants } from './remind-participants.ts'
import { listDueReminders, listUnfinishedContests } from './settlement-queries.ts'

/** Finishes due contests and sends due reminders that their jobs have missed. A failure affects one contest only. */
export async function reconcileContests(platform: Pick<Platform, 'write' | 'db'>, now: Date): Promise<void> {
  for (const contestId of await listUnfinishedContests(platform.db, now))
    await attempt(contestId, () => finishContest(platform, contestId, now))
  for (const contestId of await listDueReminders(platform.db, REMINDER_MS, now))
    await attempt(contestId, () => remindParticipants(platform, contestId, now))
}

async function attempt(contestId: ContestId, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ contestId, error: describeError(error) }, 'contests: reconciliation failed, retrying')
  }
}
