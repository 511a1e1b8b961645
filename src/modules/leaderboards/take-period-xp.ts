import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { boardOf } from './period.ts'
import { takeXp } from './queries.ts'

/** When XP is taken back, it is taken off the boards of now. Those of the past are as they were. */
export async function takePeriodXp(
  tx: Tx,
  { data }: Fact<{ userId: UserId; xp: number; at: string }>,
): Promise<void> {
  const at = new Date(data.at)
  const { userId, xp } = data
  await takeXp(tx, { userId, xp, week: boardOf('week', at), month: boardOf('month', at) })
}
