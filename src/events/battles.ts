import type { EndReason } from '../modules/battle-game/public/battle.ts'
import type { BattleResult } from '../modules/battle-game/public/outcome.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Over a person: a bot is no match for a champion. */
export const battleWon = defineEvent<{ userId: UserId; roomId: string; at: string }>('battles.battle_won')

/** Once for every battle that had begun. A bot is not among the players. */
export const battleFinished = defineEvent<{
  roomId: string
  reason: EndReason
  players: {
    userId: UserId
    result: BattleResult
    score: number
    gemsDelta: number
    xpEarned: number
    ratingDelta: number
    /** By id: what is told is kept in queues, where a name would outlast its account. Null is a bot. */
    opponentId: UserId | null
  }[]
  at: string
}>('battles.battle_finished')
