import { leaderboardChanged } from '../../../events/contests.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { finishContestJob } from '../jobs.ts'
import { findContest } from '../queries.ts'
import { updateOutcome } from '../settlement-queries.ts'
import type { ContestId } from './contest.ts'

/**
 * Cancels an undecided contest. Does not wait for joins in progress: the job that refunds the fees does, and refunds
 * those too.
 */
export async function cancelContest(
  tx: Tx,
  { contestId, note = null, now }: { contestId: ContestId; note?: string | null; now: Date },
): Promise<void> {
  const isCancelled = await updateOutcome(tx, contestId, {
    outcome: 'CANCELLED',
    reason: 'BY_ADMIN',
    note,
    now,
  })
  if (!isCancelled) {
    const contest = await findContest(tx, contestId)
    if (!contest) throw errors.contest_not_found()
    throw contest.outcome === 'CANCELLED' ? errors.contest_cancelled() : errors.contest_ended()
  }
  tx.emit(leaderboardChanged({ contestId }))
  tx.enqueue(finishContestJob, { contestId })
}
