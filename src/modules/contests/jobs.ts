import type { contestResult } from '../../events/contests.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type Contest, type ContestId, settlesAt } from './public/contest.ts'

/** Settles a contest and finalizes its participants. Does nothing before the contest is due. */
export const finishContestJob = defineJob<{ contestId: ContestId }>('contests.finish', { retries: 10 })

/** Extends the streaks of participants with enough correct answers. */
export const countStreakDaysJob = defineJob<{ contestId: ContestId; userIds: UserId[] }>(
  'contests.count_streak_days',
)

/** Records the answers of one participant of a settled contest for mastery. */
export const recordContestAnswersJob = defineJob<ReturnType<typeof contestResult>>('contests.record_answers')

/** Reminds the participants that the contest starts soon. */
export const remindParticipantsJob = defineJob<{ contestId: ContestId }>('contests.remind')

/** Finds contests whose jobs above were lost. */
export const reconcileContestsJob = defineCronJob('contests.reconcile')

/** Creates the next runs of the demo contests. */
export const createDemoContestRunsJob = defineCronJob('contests.create_demo_runs')

/** The clock of the database starts the job, the clock of the process checks whether it is due. */
const CLOCK_MARGIN_MS = 200

/** Time before the start at which participants are reminded. */
export const REMINDER_MS = 15 * MINUTE_MS

export function scheduleContest(tx: Tx, contest: Pick<Contest, 'id' | 'startsAt' | 'endsAt'>): void {
  const data = { contestId: contest.id }
  tx.enqueue(finishContestJob, data, { startAfter: addMs(settlesAt(contest), CLOCK_MARGIN_MS) })
  tx.enqueue(remindParticipantsJob, data, { startAfter: addMs(contest.startsAt, -REMINDER_MS) })
}
