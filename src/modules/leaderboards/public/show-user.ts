import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import {
  deleteHiddenReason,
  type HiddenReason,
  listHiddenReasons,
  showScores,
} from '../hidden-user-queries.ts'
import { lockAllTimeScore } from '../queries.ts'

/** Removes a reason for hiding. Shows the user on the boards again if no reason is left. */
export async function showUser(
  tx: Tx,
  { userId, reason }: { userId: UserId; reason: HiddenReason },
): Promise<void> {
  await lockAllTimeScore(tx, userId)
  await deleteHiddenReason(tx, userId, reason)
  if ((await listHiddenReasons(tx, userId)).length === 0) await showScores(tx, userId)
}
