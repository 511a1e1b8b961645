import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteUserStates, listOwnUserStates } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listOwnUserStates(db, userId)
}

export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteUserStates(tx, data.userId)
}
