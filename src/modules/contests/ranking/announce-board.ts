import type { Fact } from '../../../platform/events.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { NowReaction } from '../../../platform/reactions.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { ContestId } from '../contest.ts'

export const BOARD_CHANNEL = 'contests.board'

export interface BoardMessage {
  contestId: ContestId
}

/** Says in every process that the ranks of a contest are not what they were. */
export function announceBoard(live: Live): NowReaction<BoardMessage> {
  return async (tx: Tx, { data: { contestId } }: Fact<BoardMessage>) => {
    const message: BoardMessage = { contestId }
    tx.afterCommit(() => live.publish(BOARD_CHANNEL, message))
  }
}
