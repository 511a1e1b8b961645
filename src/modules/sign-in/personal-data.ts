import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteTwoFactor } from './queries.ts'

/** The linked identities. Two-factor secrets and recovery codes are not exported. */
export function exportPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select provider, subject, email, created_at as "createdAt" from social_identity where user_id = ${userId}`
}

export async function erasePersonalData(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await tx`delete from social_identity where user_id = ${userId}`
  await deleteTwoFactor(tx, userId)
}
