import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteCountedItems, listCountedItems, listProgress } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return { progress: await listProgress(db, userId), marks: await listCountedItems(db, userId) }
}

/** Deletes the counted items, which show what the user did and when. The progress stays without a name. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteCountedItems(tx, data.userId)
}
