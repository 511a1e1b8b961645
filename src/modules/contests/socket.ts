import { type FrameHandler, frame, type OutFrameDefinition } from '../../platform/websockets/frames.ts'
import { z } from '../../platform/zod.ts'
import type { ContestDeps } from './contest-deps.ts'
import { ContestLeaderboardEntrySchema } from './leaderboard.ts'
import { LiveLeaderboards } from './live-leaderboard.ts'
import { CONTEST_STATUSES, type ContestId } from './public/contest.ts'

const SubscriptionSchema = z.object({ contestId: z.uuid() })

/** The `contest.*` frames of clients. */
export function contestFrames(deps: ContestDeps): FrameHandler[] {
  const leaderboards = new LiveLeaderboards(deps)
  return [
    frame({
      type: 'contest.subscribe',
      summary:
        'Watch the leaderboard of a contest. It is sent immediately, and then at most once per second.',
      schema: SubscriptionSchema,
      handle: (connection, { data }) => {
        // A subscription scans the leaderboard, so it counts towards the request limit of the user.
        deps.platform.rateLimits.takeGeneral(connection.caller.userId, {})
        return leaderboards.subscribe(connection, data.contestId as ContestId)
      },
    }),
    frame({
      type: 'contest.unsubscribe',
      summary: 'Stop watching the leaderboard of a contest.',
      schema: SubscriptionSchema,
      handle: (connection, { data }) => leaderboards.unsubscribe(connection, data.contestId as ContestId),
    }),
  ]
}

export const CONTEST_OUT_FRAMES: OutFrameDefinition[] = [
  {
    type: 'contest.leaderboard',
    summary:
      'The first ten entries of a leaderboard that you watch: submissions without results until the contest is decided.',
    schema: z.object({
      contestId: z.string(),
      status: z.enum(CONTEST_STATUSES),
      entries: z.array(ContestLeaderboardEntrySchema),
      total: z.int().openapi({ description: 'The number of submissions' }),
      participantCount: z.int(),
    }),
  },
  {
    type: 'contest.rank',
    summary:
      'Your rank in a contest that you watch: after subscribing, and after each change. Null until the contest is decided.',
    schema: z.object({ contestId: z.string(), rank: z.int().nullable(), score: z.int().nullable() }),
  },
]
