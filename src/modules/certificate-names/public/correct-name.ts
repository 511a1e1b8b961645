import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { updateName } from '../queries.ts'

/**
 * Replaces the bound name as staff: without the pause, and without counting as a change by the user. The caller holds the
 * lock of the account and changes the certificates.
 */
export async function correctName(tx: Tx, userId: UserId, studentName: string): Promise<void> {
  await updateName(tx, userId, { studentName, changedAt: null })
}
