import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { processParticipants } from './finalize-participants.ts'
import type { ContestId } from './public/contest.ts'
import { lockContest } from './queries.ts'
import { settleContest } from './settle-contest.ts'
import { isFinished } from './settlement-queries.ts'

/** Settles a contest that is due and finalizes all participants in batches. Several processes can run it in parallel. */
export async function finishContest(
  { write, db }: Pick<Platform, 'write' | 'db'>,
  contestId: ContestId,
  now: Date,
): Promise<void> {
  await write((tx) => settleContest(tx, { contestId, now }))
  while (!(await isFinished(db, contestId))) await write((tx) => processNextBatch(tx, contestId, now))
}

async function processNextBatch(tx: Tx, contestId: ContestId, now: Date): Promise<void> {
  // The lock waits for joins that were in progress at the cancellation: their fees are refunded too.
  const contest = await lockContest(tx, contestId)
  if (contest?.outcome) await processParticipants(tx, contest, now)
}
