import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { processParticipants } from './finalize-participants.ts'
import type { ContestId } from './public/contest.ts'
import { lockContest } from './queries.ts'
import { settleContest } from './settle-contest.ts'
import { isFinished } from './settlement-queries.ts'

/** Decides a contest that is due, and goes on until everybody has what is theirs. Any number may do it at once. */
export async function finishContest(
  { write, db }: Pick<Platform, 'write' | 'db'>,
  contestId: ContestId,
  now: Date,
): Promise<void> {
  await write((tx) => settleContest(tx, { contestId, now }))
  while (!(await isFinished(db, contestId))) await write((tx) => processNextBatch(tx, contestId, now))
}

async function processNextBatch(tx: Tx, contestId: ContestId, now: Date): Promise<void> {
  // Waits for those who were joining when it was called off: they get their fee back too.
  const contest = await lockContest(tx, contestId)
  if (contest?.outcome) await processParticipants(tx, contest, now)
}
