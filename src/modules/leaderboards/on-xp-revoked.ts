import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { boardAt } from './period.ts'
import { subtractXp } from './queries.ts'

/** When XP is taken back, it is taken off the boards of now. Those of the past are as they were. */
export async function onXpRevoked(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; xp: number; at: string }>,
): Promise<void> {
  const at = new Date(data.at)
  const { userId, xp } = data
  await subtractXp(tx, { userId, xp, week: boardAt('week', at), month: boardAt('month', at) })
}
