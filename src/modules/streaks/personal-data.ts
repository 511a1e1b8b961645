import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteStreak } from './queries.ts'

/** On which days somebody learned, and in which time zone, goes with them. What it brought stays in the books. */
export async function eraseStreakData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteStreak(tx, data.userId)
}
