import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import {
  deleteHiddenReason,
  type HiddenReason,
  listHiddenReasons,
  showScores,
} from '../hidden-user-queries.ts'
import { lockAllTimeScore } from '../queries.ts'

/** Takes back a reason for hiding. The user is on the boards again when it was the last one. */
export async function showUser(
  tx: Tx,
  { userId, reason }: { userId: UserId; reason: HiddenReason },
): Promise<void> {
  await lockAllTimeScore(tx, userId)
  await deleteHiddenReason(tx, userId, reason)
  if ((await listHiddenReasons(tx, userId)).length === 0) await showScores(tx, userId)
}
