import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, integerQuery } from '../../platform/http/schemas.ts'
import { type ContestDeps, TAG } from './contest-deps.ts'
import { errors } from './errors.ts'
import { countEntries, getOwnRank, listLeaderboardEntries } from './leaderboard.ts'
import { ContestLeaderboardEntrySchema } from './leaderboard-entry.ts'
import { CONTEST_STATUSES, type ContestId } from './public/contest.ts'
import { getContestView } from './public/get-contest-view.ts'

const LEADERBOARD_ENTRY_EXAMPLE = {
  rank: 1,
  userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  username: 'ada_l',
  avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
  score: 80,
  correctCount: 8,
  timeTakenSeconds: 145,
  prizeGems: 0,
  submittedAt: '2026-11-02T08:12:25.120Z',
}

export function leaderboardRoutes({ platform, describeUsers }: ContestDeps): Endpoint[] {
  const { db } = platform
  return [
    endpoint({
      method: 'get',
      path: '/user/contests/:id/leaderboard',
      tag: TAG,
      summary: 'Read the ranking of a contest',
      description:
        'By score, then less time, then the earlier submission; equal results have the same rank. While it is live it is the ranking so far, and `prizeGems` is 0 until it is settled.',
      access: 'user',
      params: z.object({ id: IdParam }),
      query: z.object({
        limit: integerQuery(1, 500, 100),
        offset: integerQuery(0, 1_000_000_000, 0),
      }),
      response: {
        status: 200,
        data: z.object({
          contestId: z.string(),
          status: z.enum(CONTEST_STATUSES),
          entries: z.array(ContestLeaderboardEntrySchema),
          total: z.int().openapi({ description: 'How many have submitted' }),
          me: z.object({ rank: z.int(), score: z.int() }).nullable(),
        }),
        example: {
          contestId: '019a8b5e-7c1d-7000-8000-0000000000a1',
          status: 'LIVE' as const,
          entries: [LEADERBOARD_ENTRY_EXAMPLE],
          total: 1,
          me: { rank: 1, score: 80 },
        },
      },
      refusals: [errors.contest_not_found],
      handle: async ({ caller: { userId }, params, query, now }) => {
        const contestId = params.id as ContestId
        const { status } = await getContestView(db, { contestId, userId, now })
        const [entries, total, me] = await Promise.all([
          listLeaderboardEntries(db, describeUsers, contestId, query),
          countEntries(db, contestId),
          getOwnRank(db, contestId, userId),
        ])
        return { contestId, status, entries, total, me }
      },
    }),
  ]
}
