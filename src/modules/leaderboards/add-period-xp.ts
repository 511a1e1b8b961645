import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { boardOf } from './period.ts'
import { addXp, addXpToAll } from './queries.ts'

interface AwardedXp {
  userId: UserId
  xp: number
  at: string
}

/** When XP is awarded, it counts for the week and the month that it was awarded in, and for all time. */
export async function addPeriodXp(tx: Tx, { data }: Fact<AwardedXp>): Promise<void> {
  const { userId, xp } = data
  if (xp <= 0) return
  const at = new Date(data.at)
  await addXp(tx, { userId, xp, at, week: boardOf('week', at), month: boardOf('month', at) })
}

/** What was awarded in one moment costs one statement; of a user who was awarded several times then, the sum counts. */
addPeriodXp.together = async (tx: Tx, facts: Fact<AwardedXp>[]): Promise<void> => {
  const awards = facts.map(({ data }) => data).filter(({ xp }) => xp > 0)
  const [first] = awards
  if (!first) return
  if (!awards.every(({ at }) => at === first.at)) {
    for (const fact of facts) await addPeriodXp(tx, fact)
    return
  }
  const sums = new Map<UserId, number>()
  for (const { userId, xp } of awards) sums.set(userId, (sums.get(userId) ?? 0) + xp)
  const at = new Date(first.at)
  const scores = Array.from(sums, ([userId, xp]) => ({ userId, xp }))
  await addXpToAll(tx, scores, { at, week: boardOf('week', at), month: boardOf('month', at) })
}
