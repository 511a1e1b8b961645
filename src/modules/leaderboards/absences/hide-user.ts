import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { type AbsenceReason, hideLastingScore, hideScores, insertAbsence } from './queries.ts'

/** Takes a user off all boards, past and present: those behind move up. What they earn goes on being counted. */
export async function hideUser(
  tx: Tx,
  { userId, reason, now }: { userId: UserId; reason: AbsenceReason; now: Date },
): Promise<void> {
  await hideLastingScore(tx, userId, now)
  await insertAbsence(tx, userId, reason, now)
  await hideScores(tx, userId)
}

/** The reaction to a deleted account. */
export async function hideDeletedUser(tx: Tx, { data }: Fact<{ userId: UserId; at: string }>): Promise<void> {
  await hideUser(tx, { userId: data.userId, reason: 'DELETED', now: new Date(data.at) })
}
