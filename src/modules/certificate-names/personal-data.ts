import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { findName } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return (await findName(db, userId)) ?? null
}

export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from certificate_name where user_id = ${data.userId}`
}
