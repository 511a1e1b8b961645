import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { lockLastingScore } from '../queries.ts'
import { type AbsenceReason, deleteAbsence, listAbsences, showScores } from './queries.ts'

/** Takes back a reason for hiding. The user is on the boards again when it was the last one. */
export async function showUser(
  tx: Tx,
  { userId, reason }: { userId: UserId; reason: AbsenceReason },
): Promise<void> {
  await lockLastingScore(tx, userId)
  await deleteAbsence(tx, userId, reason)
  if ((await listAbsences(tx, userId)).length === 0) await showScores(tx, userId)
}
