import { leaderboardChanged } from '../../../events/contests.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { finishContestJob } from '../jobs.ts'
import { findContest } from '../queries.ts'
import { updateOutcome } from '../settlement-queries.ts'
import type { ContestId } from './contest.ts'

/**
 * Calls a contest off, at any time before it is decided. It waits for nobody who is just joining: the job that gives
 * the fees back does, and finds all of them.
 */
export async function cancelContest(
  tx: Tx,
  { contestId, now }: { contestId: ContestId; now: Date },
): Promise<void> {
  const isCancelled = await updateOutcome(tx, contestId, { outcome: 'CANCELLED', reason: 'BY_ADMIN', now })
  if (!isCancelled) {
    const contest = await findContest(tx, contestId)
    if (!contest) throw errors.contest_not_found()
    throw contest.outcome === 'CANCELLED' ? errors.contest_cancelled() : errors.contest_ended()
  }
  tx.emit(leaderboardChanged({ contestId }))
  tx.enqueue(finishContestJob, { contestId })
}
