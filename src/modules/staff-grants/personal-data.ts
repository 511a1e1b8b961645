import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** What staff granted to the user or asked to grant, without the administrators. */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select asset, amount::integer as amount, status, reason, decision_reason as "decisionReason", created_at as "createdAt"
    from staff_grant where user_id = ${userId} order by id`
}

/**
 * Erases the texts about the user and rejects what waits. The rows stay: what an administrator granted counts for a day, also if
 * the account that got it is deleted.
 */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await tx`
    update staff_grant set reason = null, decision_reason = null,
      status = case status when 'PENDING' then 'REJECTED' else status end,
      decided_at = case status when 'PENDING' then ${new Date(data.at)}::timestamptz else decided_at end
    where user_id = ${data.userId}`
}
