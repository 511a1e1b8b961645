import { addMs } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { botDifficultyFor } from '../battle-game/public/bot.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { endQueuedEntries } from '../battle-records/public/entries.ts'
import {
  type BotRoom,
  type ExpiredEntry,
  insertBotRooms,
  lockExpiredEntries,
} from '../battle-records/public/queue.ts'

const TICKETS_PER_BATCH = 200

export interface ExpiredTickets {
  /** Entries without a stake. */
  matchedWithBot: (ExpiredEntry & { room: BotRoom })[]
  /** Entries with a stake, which was not reserved yet. */
  timedOut: ExpiredEntry[]
}

/** Matches expired entries without a stake with a bot; ends the others. */
export async function expireTickets(
  tx: Tx,
  { rules, now }: { rules: BattleRules; now: Date },
): Promise<ExpiredTickets> {
  const expired = await lockExpiredEntries(tx, now, TICKETS_PER_BATCH)
  const timedOut = expired.filter(({ stake }) => stake > 0n)
  const matchedWithBot = expired
    .filter(({ stake }) => stake === 0n)
    .map((entry) => {
      const { id, topicId, rating } = entry
      return {
        ...entry,
        room: {
          roomId: newId<'BattleRoom'>(),
          seed: newId(),
          topicId,
          difficulty: botDifficultyFor(rating),
          entryId: id,
        },
      }
    })
  if (matchedWithBot.length > 0) {
    const rooms = matchedWithBot.map(({ room }) => room)
    await insertBotRooms(tx, rooms, { now, startDeadline: addMs(now, rules.readyTimeoutMs) })
  }
  if (timedOut.length > 0)
    await endQueuedEntries(tx, { ids: timedOut.map(({ id }) => id), status: 'TIMED_OUT', now })
  return { matchedWithBot, timedOut }
}
