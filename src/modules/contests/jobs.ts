import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type Contest, type ContestId, settlesAt } from './public/contest.ts'

/** Decides a contest when its time has come, and gives everybody what is theirs. Before that it does nothing. */
export const finishContestJob = defineJob<{ contestId: ContestId }>('contests.finish', { retries: 10 })

/** Tells those who have joined that it begins soon. */
export const remindParticipantsJob = defineJob<{ contestId: ContestId }>('contests.remind')

/** Looks for what the jobs above have missed. They are the hint, this is the guarantee. */
export const reconcileContestsJob = defineJob<Record<string, never>>('contests.reconcile', {
  retries: 0,
  concurrency: 1,
})

/** Makes the next runs of the demo contests. */
export const createDemoContestRunsJob = defineJob<Record<string, never>>('contests.create_demo_runs', {
  retries: 0,
  concurrency: 1,
})

/** The database's clock starts the job, ours decides whether it is time: a moment later they agree. */
const CLOCK_MARGIN_MS = 200

/** So early one hears that a contest begins. */
export const REMINDER_MS = 15 * MINUTE_MS

export function scheduleContest(tx: Tx, contest: Pick<Contest, 'id' | 'startsAt' | 'endsAt'>): void {
  const data = { contestId: contest.id }
  tx.enqueue(finishContestJob, data, { startAfter: addMs(settlesAt(contest), CLOCK_MARGIN_MS) })
  tx.enqueue(remindParticipantsJob, data, { startAfter: addMs(contest.startsAt, -REMINDER_MS) })
}
