import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { findName, insertName } from '../queries.ts'

/**
 * Binds the name to the account with the first claim; throws `CERTIFICATE_NAME_BOUND` if the account has another name.
 * The caller holds the lock of the account, so of two first claims one sees the name of the other.
 */
export async function bindName(
  tx: Tx,
  { userId, studentName, now }: { userId: UserId; studentName: string; now: Date },
): Promise<void> {
  const bound = await findName(tx, userId)
  if (!bound) return insertName(tx, { userId, studentName, now })
  if (bound.studentName !== studentName)
    throw errors.certificate_name_bound({ extra: { studentName: bound.studentName } })
}
