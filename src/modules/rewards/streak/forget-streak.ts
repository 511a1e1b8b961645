import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { deleteStreak } from './queries.ts'

/** On which days somebody learned, and in which time zone, goes with them. What it brought stays in the books. */
export async function forgetStreak(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await deleteStreak(tx, data.userId)
}
