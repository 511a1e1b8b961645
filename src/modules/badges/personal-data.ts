import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteCountedItems } from './queries.ts'

/** When an account is deleted, what it did on which night is deleted; how far it came stays, without a name. */
export async function eraseBadgeData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteCountedItems(tx, data.userId)
}
