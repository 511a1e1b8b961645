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

/** Users who were awarded something in the same moment, each once, cost one statement. */
addPeriodXp.together = async (tx: Tx, facts: Fact<AwardedXp>[]): Promise<void> => {
  const awards = facts.map(({ data }) => data).filter(({ xp }) => xp > 0)
  const isOneMoment = awards.every(({ at }) => at === awards[0]!.at)
  if (!isOneMoment || new Set(awards.map(({ userId }) => userId)).size < awards.length) {
    for (const fact of facts) await addPeriodXp(tx, fact)
    return
  }
  if (awards.length === 0) return
  const at = new Date(awards[0]!.at)
  await addXpToAll(tx, awards, { at, week: boardOf('week', at), month: boardOf('month', at) })
}
