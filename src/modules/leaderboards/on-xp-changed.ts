import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { boardAt } from './period.ts'
import { addAward, addXp, subtractXp } from './queries.ts'

type XpChange = DomainEvent<{ userId: UserId; xp: number; at: string }>

/** Adds awarded XP to the week and the month of the award and to all time. */
export async function onXpAwarded(tx: Tx, event: XpChange): Promise<void> {
  await onXpAwarded.handleBatch(tx, [event])
}

/** One statement for all awards of one moment. Several awards of one user are summed. */
onXpAwarded.handleBatch = async (tx: Tx, events: XpChange[]): Promise<void> => {
  const byMoment = new Map<string, Map<UserId, number>>()
  for (const { data } of events) {
    if (data.xp <= 0) continue
    const sums = byMoment.get(data.at) ?? new Map<UserId, number>()
    byMoment.set(data.at, sums.set(data.userId, (sums.get(data.userId) ?? 0) + data.xp))
  }
  for (const [moment, sums] of byMoment) {
    const at = new Date(moment)
    const boards = { at, week: boardAt('week', at), month: boardAt('month', at) }
    const awards = Array.from(sums, ([userId, xp]) => ({ userId, xp, ...boards }))
    if (awards.length === 1) await addAward(tx, awards[0]!)
    else await addXp(tx, awards)
  }
}

/** Subtracts revoked XP from the current boards. Past boards do not change. */
export async function onXpRevoked(tx: Tx, { data: { userId, xp, at } }: XpChange): Promise<void> {
  const now = new Date(at)
  await subtractXp(tx, { userId, xp }, { week: boardAt('week', now), month: boardAt('month', now) })
}
