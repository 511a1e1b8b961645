import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deletePlansOfOwner, listPlansOfOwner } from './contest-plan-queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listPlansOfOwner(db, userId)
}

/** On account deletion: deletes plans of contests, which ends series. Contests that they created stay. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deletePlansOfOwner(tx, data.userId)
}
