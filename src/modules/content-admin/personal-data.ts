import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select status, terms, created_at as "createdAt", updated_at as "updatedAt" from contest_plan
    where owner_id = ${userId} order by created_at, id`
}

/** On account deletion: deletes plans of contests, which ends series. Contests that they created stay. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from contest_plan where owner_id = ${data.userId}`
}
