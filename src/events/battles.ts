import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export type EndReason = 'COMPLETED' | 'FORFEIT' | 'ABANDONED' | 'CANCELLED'
export type BattleResult = 'WIN' | 'LOSS' | 'DRAW'

/** Emitted for a rewarded win against a person in a battle from the queue. */
export const battleWon = defineEvent<{ userId: UserId; roomId: string; at: string }>('battles.battle_won')

/** Emitted once for every battle that was started. Bots are not among the players. */
export const battleFinished = defineEvent<{
  roomId: string
  reason: EndReason
  players: {
    userId: UserId
    result: BattleResult
    score: number
    /** Answers that were faster than a person can read. */
    fastAnswers: number
    /** Questions that were asked and not answered correctly. */
    missedQuestionIds: Id<'Question'>[]
    /** The answers that say something about the player: in time, and not faster than a person can read. */
    answers: { questionId: Id<'Question'>; isCorrect: boolean }[]
    gemsDelta: number
    xpEarned: number
    ratingDelta: number
    /** An id, because a stored username would outlive a deleted account. Null for a bot. */
    opponentId: UserId | null
  }[]
  at: string
}>('battles.battle_finished')
