import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { shareAccount } from './queries.ts'

/**
 * The caller's account, which is not deleted before this transaction ends: what it writes of them, a farewell then finds.
 * Any number may hold it at once. Refuses whoever has left since the request came in.
 */
export async function holdOwnAccount(tx: Tx, userId: UserId): Promise<void> {
  if (!(await shareAccount(tx, userId))) throw refusals.unauthenticated()
}
