import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteSubscriberData, lockSubscribers } from './queries.ts'
import type { EventDetails } from './subscription.ts'

/** All purchase events of the user. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  const rows = await db<{ type: string; atMs: bigint; details: EventDetails }>`
    select type, at_ms as "atMs", details from subscription_event where subscriber = ${userId} order by at_ms, id`
  return rows.map(({ type, atMs, details }) => ({ type, at: new Date(Number(atMs)), ...details }))
}

/** The store has the accounting records. The lock waits for an event that is being recorded concurrently. */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await lockSubscribers(tx, [userId])
  await deleteSubscriberData(tx, userId)
}
