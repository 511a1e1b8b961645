import type { UserId } from '../../../platform/ids.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import {
  type HiddenReason,
  hideAllTimeScore,
  hideScores,
  insertHiddenReason,
} from '../hidden-user-queries.ts'

/** Takes a user off all boards, past and present: those behind move up. What they earn goes on being counted. */
export async function hideUser(
  tx: Tx,
  { userId, reason, now }: { userId: UserId; reason: HiddenReason; now: Date },
): Promise<void> {
  await hideAllTimeScore(tx, userId, now)
  await insertHiddenReason(tx, userId, reason, now)
  await hideScores(tx, userId)
}

/** The reaction to a deleted account. */
export async function eraseLeaderboardData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await hideUser(tx, { userId: data.userId, reason: 'DELETED', now: new Date(data.at) })
}
