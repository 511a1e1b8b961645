import type { Address } from 'viem'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteLinked } from './queries.ts'

/** Unlinks an address. Another user's address is not found. */
export async function unlinkWallet(tx: Tx, userId: UserId, address: Address): Promise<void> {
  if (!(await deleteLinked(tx, userId, address))) throw commonErrors.not_found()
}
