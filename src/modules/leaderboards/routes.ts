import { createSingleflight } from '../../platform/concurrency/singleflight.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { integerQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import type { LeaderboardDeps } from './leaderboard-deps.ts'
import { leagueRoutes } from './league-routes.ts'
import { boardAt, PERIODS, type Period, periodRange } from './period.ts'
import { publicLeaderboardRoute } from './public-leaderboard-route.ts'
import { listNeighbors, listPage, type Position, type Score } from './queries.ts'
import { createPositionReader } from './read-positions.ts'

const TAG = 'Leaderboard'

const EntrySchema = z
  .object({
    rank: z.number().int(),
    userId: z.string(),
    username: z.string(),
    avatarUrl: z.string(),
    totalXP: z.number().int().openapi({ description: 'Earned in this period' }),
    totalGems: z.number().int(),
    currentStreak: z.number().int().openapi({ description: 'Days' }),
  })
  .openapi('LeaderboardEntry')

const OwnRankSchema = z.object({ rank: z.number().int().nullable(), totalXP: z.number().int() }).openapi({
  description: 'Your own position; `rank` is null if you are hidden or have no XP in the period.',
})

const PeriodFields = { period: z.enum(PERIODS), startDate: TimestampSchema, endDate: TimestampSchema }
const Total = z.number().int().openapi({ description: 'The number of users on the whole board' })

const LeaderboardSchema = z
  .object({ ...PeriodFields, entries: z.array(EntrySchema), total: Total, me: OwnRankSchema.optional() })
  .openapi('Leaderboard')

const PositionSchema = z
  .object({ ...PeriodFields, rank: OwnRankSchema.shape.rank, totalXP: z.number().int(), total: Total })
  .openapi('LeaderboardPosition')

const Paging = {
  limit: integerQuery(1, 500, 100),
  offset: integerQuery(0, 1_000_000_000, 0),
}

const DateSchema = z.iso
  .date()
  .refine((day) => day >= '1970-01-01' && day < '3000-01-01', 'must be a day from 1970 to 2999')
  .optional()
  .openapi({ description: 'Any day of the period (UTC); today by default.', example: '2026-11-02' })

const EXAMPLE_NOW = new Date('2026-11-04T08:00:00.000Z')
const EXAMPLE_FIRST_AWARD = new Date('2026-09-01T08:00:00.000Z')
const examplePeriod = (period: Period) => presentPeriod(period, EXAMPLE_NOW, EXAMPLE_NOW, EXAMPLE_FIRST_AWARD)
const EXAMPLE = {
  entries: [
    {
      rank: 1,
      userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
      username: 'ada_l',
      avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
      totalXP: 420,
      totalGems: 340,
      currentStreak: 7,
    },
  ],
  total: 1,
} as const
const POSITION_EXAMPLE = { rank: 1, totalXP: 420, total: 1 }

/** The dates of a response: the end is the last millisecond. All time lasts from the first award until now. */
function presentPeriod(period: Period, at: Date, now: Date, firstAwardAt: Date | null) {
  const { start, end } =
    period === 'all-time'
      ? { start: firstAwardAt ?? now, end: new Date(now.getTime() + 1) }
      : periodRange(period, at)
  return { period, startDate: start.toISOString(), endDate: new Date(end.getTime() - 1).toISOString() }
}

interface PageRequest {
  at: Date
  now: Date
  limit: number
  offset: number
}

/** Reads from the replica, which may be some seconds behind: boards are only displayed. */
export function leaderboardRoutes(deps: LeaderboardDeps): Endpoint[] {
  const { platform, listPublicProfiles } = deps
  const { replicaDb } = platform
  const readPositions = createPositionReader(platform)

  async function presentEntries(scores: Score[], firstRank: number) {
    const users =
      scores.length === 0
        ? new Map<UserId, never>()
        : await listPublicProfiles(
            replicaDb,
            scores.map(({ userId }) => userId),
          )
    return scores.flatMap(({ userId, xp }, index) => {
      const user = users.get(userId)
      if (!user) return []
      const { username, avatarUrl, totalGems, currentStreak } = user
      const rank = firstRank + index
      return [{ rank, userId, username, avatarUrl, totalXP: xp, totalGems, currentStreak }]
    })
  }

  async function readPage(period: Period, { at, now, limit, offset }: PageRequest) {
    const { total, firstAwardAt, scores } = await listPage(replicaDb, boardAt(period, at), {
      limit,
      offset,
    })
    const entries = await presentEntries(scores, offset + 1)
    return new Reply({ ...presentPeriod(period, at, now, firstAwardAt), entries, total })
  }
  const sharePage = createSingleflight<Awaited<ReturnType<typeof readPage>>>()

  /** Concurrent requests share the read of a page; each reads its own position. */
  async function presentPage(period: Period, request: PageRequest, userId: UserId | undefined) {
    const board = boardAt(period, request.at)
    const [page, own] = await Promise.all([
      sharePage(`${period} ${board.startsOn} ${request.limit} ${request.offset}`, () =>
        readPage(period, request),
      ),
      userId && readPositions(userId, [board]),
    ])
    return own ? { ...page.data, me: { rank: own[0]!.rank, totalXP: own[0]!.xp } } : page
  }

  function presentPosition({ period, rank, xp, total, firstAwardAt }: Position, now: Date) {
    return { ...presentPeriod(period, now, now, firstAwardAt), rank, totalXP: xp, total }
  }

  const dated = (path: string, period: 'week' | 'month', message: string) =>
    endpoint({
      method: 'get',
      path,
      tag: TAG,
      summary: `Get the leaderboard of a ${period}`,
      description: 'Ordered by XP, then by who reached it first. Public; a token adds `me`.',
      access: 'optional',
      query: z.object({ ...Paging, date: DateSchema }),
      response: {
        data: LeaderboardSchema,
        example: { ...examplePeriod(period), ...EXAMPLE },
        message,
      },
      handle: ({ caller, query: { date, ...page }, now }) =>
        presentPage(period, { at: date ? new Date(date) : now, now, ...page }, caller?.userId),
    })

  return [
    publicLeaderboardRoute(deps),
    ...leagueRoutes(deps),
    dated('/leaderboard/weekly', 'week', 'Weekly leaderboard'),
    dated('/leaderboard/monthly', 'month', 'Monthly leaderboard'),

    endpoint({
      method: 'get',
      path: '/leaderboard/all-time',
      tag: TAG,
      summary: 'Get the all-time leaderboard',
      description: 'Ordered by XP, then by who reached it first. Public; a token adds `me`.',
      access: 'optional',
      query: z.object(Paging),
      response: {
        data: LeaderboardSchema,
        example: { ...examplePeriod('all-time'), ...EXAMPLE },
        message: 'All-time leaderboard',
      },
      handle: ({ caller, query: page, now }) =>
        presentPage('all-time', { at: now, now, ...page }, caller?.userId),
    }),

    endpoint({
      method: 'get',
      path: '/leaderboard/around-me',
      tag: TAG,
      summary: 'Get the leaderboard around your rank',
      description: '`entries` is empty if you have no rank.',
      access: 'user',
      query: z.object({
        period: z.enum(PERIODS).default('week'),
        radius: integerQuery(1, 50, 5),
      }),
      response: {
        data: LeaderboardSchema.required({ me: true }).openapi('LeaderboardAroundMe'),
        example: { ...examplePeriod('week'), ...EXAMPLE, me: { rank: 1, totalXP: 420 } },
        message: 'Leaderboard around you',
      },
      handle: async ({ caller, query: { period, radius }, now }) => {
        const neighbors = await listNeighbors(replicaDb, caller.userId, boardAt(period, now), radius)
        return {
          ...presentPeriod(period, now, now, neighbors.firstAwardAt),
          entries: await presentEntries(neighbors.scores, neighbors.firstRank),
          total: neighbors.total,
          me: { rank: neighbors.rank, totalXP: neighbors.xp },
        }
      },
    }),

    endpoint({
      method: 'get',
      path: '/leaderboard/my-position',
      tag: TAG,
      summary: 'Get your rank this week, this month and of all time',
      access: 'user',
      response: {
        data: z.object({ weekly: PositionSchema, monthly: PositionSchema, allTime: PositionSchema }),
        example: {
          weekly: { ...examplePeriod('week'), ...POSITION_EXAMPLE },
          monthly: { ...examplePeriod('month'), ...POSITION_EXAMPLE },
          allTime: { ...examplePeriod('all-time'), ...POSITION_EXAMPLE },
        },
        message: 'Your positions',
      },
      handle: async ({ caller, now }) => {
        const boards = PERIODS.map((period) => boardAt(period, now))
        const [weekly, monthly, allTime] = (await readPositions(caller.userId, boards)).map((position) =>
          presentPosition(position, now),
        )
        return { weekly: weekly!, monthly: monthly!, allTime: allTime! }
      },
    }),
  ]
}
