import { z } from '@hono/zod-openapi'
import { type FrameHandler, frame, type OutFrameDefinition } from '../../platform/sockets/frames.ts'
import { CONTEST_STATUSES, type ContestId } from './contest.ts'
import type { ContestParts } from './contests.ts'
import { BoardEntrySchema } from './ranking/board-entry.ts'
import { LiveBoards } from './ranking/live-board.ts'

const SubscriptionSchema = z.object({ contestId: z.uuid() })

/** What clients may say of contests over the WebSocket. */
export function contestFrames(parts: ContestParts): FrameHandler[] {
  const boards = new LiveBoards(parts)
  return [
    frame({
      type: 'contest.subscribe',
      summary: 'Watch the ranking of a contest. The present one comes at once, then at most one a second.',
      schema: SubscriptionSchema,
      handle: (connection, { data }) => {
        // It is a walk over the whole ranking, so it is counted with the requests of the same user.
        parts.platform.limits.takeGeneral(connection.caller.userId, {})
        return boards.subscribe(connection, data.contestId as ContestId)
      },
    }),
    frame({
      type: 'contest.unsubscribe',
      summary: 'Watch it no longer.',
      schema: SubscriptionSchema,
      handle: (connection, { data }) => boards.unsubscribe(connection, data.contestId as ContestId),
    }),
  ]
}

export const CONTEST_OUT_FRAMES: OutFrameDefinition[] = [
  {
    type: 'contest.leaderboard',
    summary: 'The first ten of a contest that you watch.',
    schema: z.object({
      contestId: z.string(),
      status: z.enum(CONTEST_STATUSES),
      entries: z.array(BoardEntrySchema),
      total: z.int().openapi({ description: 'How many have submitted' }),
      participantCount: z.int(),
    }),
  },
  {
    type: 'contest.rank',
    summary:
      'Where you stand in a contest that you watch: at first, and when it is another rank than before.',
    schema: z.object({ contestId: z.string(), rank: z.int().nullable(), score: z.int().nullable() }),
  },
]
