import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, integerQuery, pagingQuery } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { type ContestDeps, TAG } from './contest-deps.ts'
import { errors } from './errors.ts'
import { ContestLeaderboardEntrySchema, getOwnRank, listLeaderboardEntries } from './leaderboard.ts'
import { countLeaderboard } from './leaderboard-queries.ts'
import { participantRoutes } from './participant-routes.ts'
import { CONTEST_STATUSES, type ContestId, isDecided } from './public/contest.ts'
import { CONTEST_EXAMPLE, ContestSchema } from './public/contest-view.ts'
import { getContestView } from './public/get-contest-view.ts'
import { listContests } from './public/list-contests.ts'

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

export function contestRoutes(deps: ContestDeps): Endpoint[] {
  const { db } = deps.platform
  const params = z.object({ id: IdParam })
  return [
    endpoint({
      method: 'get',
      path: '/user/contests',
      tag: TAG,
      summary: 'List contests',
      description:
        'Ordered by `startsAt`, with your status in each contest. Private contests are listed only for their participants.',
      access: 'user',
      query: pagingQuery(10).extend({
        order: z.enum(['ASC', 'DESC']).default('DESC').openapi({ description: 'Order of `startsAt`' }),
        search: z
          .string()
          .trim()
          .max(100)
          .optional()
          .openapi({ description: 'Text in the title or the description', example: 'chain' }),
      }),
      response: {
        data: z.object({
          items: z.array(ContestSchema),
          total: z.int(),
          page: z.int(),
          limit: z.int(),
        }),
        example: { items: [CONTEST_EXAMPLE], total: 1, page: 1, limit: 10 },
      },
      handle: ({ caller, query, now }) => listContests(db, { userId: caller.userId, ...query, now }),
    }),

    endpoint({
      method: 'get',
      path: '/user/contests/:id',
      tag: TAG,
      summary: 'Read a contest',
      access: 'user',
      params,
      response: { data: ContestSchema, example: CONTEST_EXAMPLE },
      refusals: [errors.contest_not_found],
      handle: ({ caller, params: { id }, now }) =>
        getContestView(db, { contestId: id as ContestId, userId: caller.userId, now }),
    }),

    ...participantRoutes(deps),

    endpoint({
      method: 'get',
      path: '/user/contests/:id/leaderboard',
      tag: TAG,
      summary: 'Read the leaderboard of a contest',
      description:
        'Ordered by score, then less time, then earlier submission; equal results have the same rank. Until the contest is decided it lists the submissions in the order of their time, and `rank`, `score`, `correctCount` and `me` are null.',
      access: 'user',
      params,
      query: z.object({
        limit: integerQuery(1, 500, 100),
        offset: integerQuery(0, 1_000_000_000, 0),
      }),
      response: {
        data: z.object({
          contestId: z.string(),
          status: z.enum(CONTEST_STATUSES),
          entries: z.array(ContestLeaderboardEntrySchema),
          total: z.int().openapi({ description: 'The number of submissions' }),
          me: z
            .object({ rank: z.int(), score: z.int() })
            .nullable()
            .openapi({ description: 'Null until the contest is decided.' }),
        }),
        example: {
          contestId: '019a8b5e-7c1d-7000-8000-0000000000a1',
          status: 'SETTLED' as const,
          entries: [LEADERBOARD_ENTRY_EXAMPLE],
          total: 1,
          me: { rank: 1, score: 80 },
        },
      },
      refusals: [errors.contest_not_found],
      handle: async ({ caller: { userId }, params: { id }, query, now }) => {
        const contestId = id as ContestId
        const { status } = await getContestView(db, { contestId, userId, now })
        const [entries, total, me] = await Promise.all([
          listLeaderboardEntries(db, deps.describeUsers, {
            contestId,
            isDecided: isDecided(status),
            ...query,
          }),
          countLeaderboard(db, contestId),
          isDecided(status) ? getOwnRank(db, contestId, userId) : null,
        ])
        return { contestId, status, entries, total, me }
      },
    }),
  ]
}
