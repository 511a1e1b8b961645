import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { ContestId } from './public/contest.ts'

export const LEADERBOARD_CHANNEL = 'contests.leaderboard'

export interface LeaderboardMessage {
  contestId: ContestId
}

/** Says in every process that the ranks of a contest are not what they were. */
export function publishLeaderboardChange(live: PubSub): EventHandler<LeaderboardMessage> {
  return async (tx: Tx, { data: { contestId } }: DomainEvent<LeaderboardMessage>) => {
    const message: LeaderboardMessage = { contestId }
    tx.afterCommit(() => live.publish(LEADERBOARD_CHANNEL, message))
  }
}
