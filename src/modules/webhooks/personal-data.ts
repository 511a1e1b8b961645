import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { eraseBodiesOfUser, listEventsOfUser } from './queue/queries.ts'

export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listEventsOfUser(db, userId)
}

/** Erases the bodies of the user's events. The ids stay, so that a late delivery is recognized as a duplicate. */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await eraseBodiesOfUser(tx, data.userId, new Date(data.at))
}
