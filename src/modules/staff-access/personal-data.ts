import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** Actions by the user and about the user. The actor of an action about the user is not included. */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select action as act, created_at as at, audit_entry.user_id = ${userId}::uuid as "isAboutYou", actor_id is not distinct from ${userId}::uuid as "isByYou",
      before, after, detail.data as details
    from audit_entry left join audit_entry_personal detail on detail.entry_id = id and detail.user_id = ${userId}
    where audit_entry.user_id = ${userId} or actor_id = ${userId}
    order by id`
}

/** Deletes the personal details of audit entries. The entries stay, with the id of the deleted account. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from audit_entry_personal where user_id = ${data.userId}`
}
