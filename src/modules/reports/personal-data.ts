import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** The reports by the user. Reports about the user would reveal their reporters. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select id, kind, target_id as "targetId", reason, text, status, created_at as "createdAt", decided_at as "decidedAt"
    from report where user_id = ${userId} order by created_at, id`
}

/** Reports by the user stay without the user and the texts, because their targets may still need a decision. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from report where target_id = ${data.userId}`
  await tx`update report set user_id = null, text = '', note = '' where user_id = ${data.userId}`
}
