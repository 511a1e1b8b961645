import { describeFault } from '../../../platform/describe-fault.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ContestId } from '../contest.ts'
import { REMINDER_MS } from '../jobs.ts'
import { bringToEnd } from './bring-to-end.ts'
import { listDueReminders, listOwed } from './queries.ts'
import { remindParticipants } from './remind-participants.ts'

/** Does what is owed by the clock, whatever became of the jobs. One contest's fault is not another's. */
export async function sweepContests(platform: Pick<Platform, 'write' | 'db'>, now: Date): Promise<void> {
  for (const contestId of await listOwed(platform.db, now))
    await attempt(contestId, () => bringToEnd(platform, contestId, now))
  for (const contestId of await listDueReminders(platform.db, REMINDER_MS, now))
    await attempt(contestId, () => remindParticipants(platform, contestId, now))
}

async function attempt(contestId: ContestId, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (fault) {
    log.error({ contestId, fault: describeFault(fault) }, 'contests: the sweep failed and will try again')
  }
}
