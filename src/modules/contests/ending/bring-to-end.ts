import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { ContestId } from '../contest.ts'
import { lockContest } from '../queries.ts'
import { isFinished } from './queries.ts'
import { settleContest } from './settle-contest.ts'
import { tellParticipants } from './tell-participants.ts'

/** Decides a contest that is due, and goes on until everybody has what is theirs. Any number may do it at once. */
export async function bringToEnd(
  { write, db }: Pick<Platform, 'write' | 'db'>,
  contestId: ContestId,
  now: Date,
): Promise<void> {
  await write((tx) => settleContest(tx, { contestId, now }))
  while (!(await isFinished(db, contestId))) await write((tx) => tellMore(tx, contestId, now))
}

async function tellMore(tx: Tx, contestId: ContestId, now: Date): Promise<void> {
  // Waits for those who were joining when it was called off: they get their fee back too.
  const contest = await lockContest(tx, contestId)
  if (contest?.outcome) await tellParticipants(tx, contest, now)
}
