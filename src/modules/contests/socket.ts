import { z } from '@hono/zod-openapi'
import { type FrameHandler, frame, type OutFrameDefinition } from '../../platform/websockets/frames.ts'
import type { ContestDeps } from './contest-deps.ts'
import { ContestLeaderboardEntrySchema } from './leaderboard-entry.ts'
import { LiveLeaderboards } from './live-leaderboard.ts'
import { CONTEST_STATUSES, type ContestId } from './public/contest.ts'

const SubscriptionSchema = z.object({ contestId: z.uuid() })

/** What clients may say of contests over the WebSocket. */
export function contestFrames(deps: ContestDeps): FrameHandler[] {
  const leaderboards = new LiveLeaderboards(deps)
  return [
    frame({
      type: 'contest.subscribe',
      summary: 'Watch the ranking of a contest. The present one comes at once, then at most one a second.',
      schema: SubscriptionSchema,
      handle: (connection, { data }) => {
        // It is a walk over the whole ranking, so it is counted with the requests of the same user.
        deps.platform.rateLimits.takeGeneral(connection.caller.userId, {})
        return leaderboards.subscribe(connection, data.contestId as ContestId)
      },
    }),
    frame({
      type: 'contest.unsubscribe',
      summary: 'Watch it no longer.',
      schema: SubscriptionSchema,
      handle: (connection, { data }) => leaderboards.unsubscribe(connection, data.contestId as ContestId),
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
      entries: z.array(ContestLeaderboardEntrySchema),
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
