import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import {
  type HiddenReason,
  hideAllTimeScore,
  hideScores,
  insertHiddenReason,
} from '../hidden-user-queries.ts'

/** Hides a user on all boards, past and current; users behind move up. New XP of the user is still counted. */
export async function hideUser(
  tx: Tx,
  { userId, reason, now }: { userId: UserId; reason: HiddenReason; now: Date },
): Promise<void> {
  await hideAllTimeScore(tx, userId, now)
  await insertHiddenReason(tx, userId, reason, now)
  await hideScores(tx, userId)
}
