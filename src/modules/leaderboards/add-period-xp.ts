import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { boardOf } from './period.ts'
import { addXp } from './queries.ts'

/** When XP is awarded, it counts for the week and the month that it was awarded in, and for all time. */
export async function addPeriodXp(
  tx: Tx,
  { data }: Fact<{ userId: UserId; xp: number; at: string }>,
): Promise<void> {
  const { userId, xp } = data
  if (xp <= 0) return
  const at = new Date(data.at)
  await addXp(tx, { userId, xp, at, week: boardOf('week', at), month: boardOf('month', at) })
}
