import { later } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { botFor } from '../game/bot.ts'
import type { BattleRules } from '../rules.ts'
import { returnStake } from '../stakes.ts'
import { type BotRoom, type ExpiredEntry, endQueuedEntries, insertBotRooms, lockExpired } from './queries.ts'

const TICKETS_AT_ONCE = 200

export interface ExpiredTickets {
  /** Who get a bot: they played for nothing. */
  toBots: (ExpiredEntry & { room: BotRoom })[]
  /** Who get their stake back. */
  timedOut: ExpiredEntry[]
}

/** Ends the waiting of those who have waited long enough. */
export async function expireTickets(
  tx: Tx,
  { rules, now }: { rules: BattleRules; now: Date },
): Promise<ExpiredTickets> {
  const expired = await lockExpired(tx, now, TICKETS_AT_ONCE)
  const timedOut = expired.filter(({ stake }) => stake > 0n)
  const toBots = expired
    .filter(({ stake }) => stake === 0n)
    .map((entry) => {
      const { id, topicId, rating } = entry
      return {
        ...entry,
        room: {
          roomId: newId<'BattleRoom'>(),
          seed: newId(),
          topicId,
          difficulty: botFor(rating),
          entryId: id,
        },
      }
    })
  if (toBots.length > 0) {
    const rooms = toBots.map(({ room }) => room)
    await insertBotRooms(tx, rooms, { now, waitsUntil: later(now, rules.readyMs) })
  }
  if (timedOut.length > 0) {
    await endQueuedEntries(tx, { ids: timedOut.map(({ id }) => id), status: 'TIMED_OUT', now })
    // In the order of their balances, as everybody takes them.
    for (const { id, userId, stake } of timedOut.toSorted((one, other) =>
      one.userId < other.userId ? -1 : 1,
    ))
      await returnStake(tx, { entryId: id, userId, stake, now })
  }
  return { toBots, timedOut }
}
