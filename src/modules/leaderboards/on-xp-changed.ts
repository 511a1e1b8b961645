import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { boardAt } from './period.ts'
import { addXp, addXpToUsers } from './queries.ts'

interface AwardedXp {
  userId: UserId
  xp: number
  at: string
}

/** When XP is awarded, it counts for the week and the month that it was awarded in, and for all time. */
export async function onXpAwarded(tx: Tx, { data }: DomainEvent<AwardedXp>): Promise<void> {
  const { userId, xp } = data
  if (xp <= 0) return
  const at = new Date(data.at)
  await addXp(tx, { userId, xp, at, week: boardAt('week', at), month: boardAt('month', at) })
}

/** What was awarded in one moment costs one statement; of a user who was awarded several times then, the sum counts. */
onXpAwarded.handleBatch = async (tx: Tx, events: DomainEvent<AwardedXp>[]): Promise<void> => {
  const awards = events.map(({ data }) => data).filter(({ xp }) => xp > 0)
  const [first] = awards
  if (!first) return
  if (!awards.every(({ at }) => at === first.at)) {
    for (const event of events) await onXpAwarded(tx, event)
    return
  }
  const sums = new Map<UserId, number>()
  for (const { userId, xp } of awards) sums.set(userId, (sums.get(userId) ?? 0) + xp)
  const at = new Date(first.at)
  const scores = Array.from(sums, ([userId, xp]) => ({ userId, xp }))
  await addXpToUsers(tx, scores, { at, week: boardAt('week', at), month: boardAt('month', at) })
}
