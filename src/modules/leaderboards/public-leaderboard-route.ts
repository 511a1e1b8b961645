import { createSingleflight } from '../../platform/concurrency/singleflight.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { integerQuery } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import type { PublicProfile } from '../accounts/public/public-profile.ts'
import type { LeaderboardDeps } from './leaderboard-deps.ts'
import { boardAt, PERIODS, type Period } from './period.ts'
import { listPage } from './queries.ts'

const MAX_AGE_SECONDS = 60

const PublicLeaderboardSchema = z
  .object({
    period: z.enum(PERIODS),
    total: z.number().int().openapi({ description: 'The number of users on the whole board' }),
    entries: z.array(
      z.object({
        rank: z.number().int(),
        username: z
          .string()
          .nullable()
          .openapi({ description: 'Null if the user has no public profile; so is `avatarUrl`.' }),
        avatarUrl: z.string().nullable(),
        totalXP: z.number().int().openapi({ description: 'Earned in this period' }),
      }),
    ),
  })
  .openapi('PublicLeaderboard')

/**
 * The top of a board for pages that search engines read: it names only users who agreed to a public profile, and it
 * contains no user ids.
 */
export function publicLeaderboardRoute({
  platform: { replicaDb },
  listPublicProfiles,
}: LeaderboardDeps): Endpoint {
  async function read(period: Period, limit: number, now: Date) {
    const { total, scores } = await listPage(replicaDb, boardAt(period, now), { limit, offset: 0 })
    const userIds = scores.map(({ userId }) => userId)
    const users =
      userIds.length === 0 ? new Map<UserId, PublicProfile>() : await listPublicProfiles(replicaDb, userIds)
    const entries = scores.flatMap(({ userId, xp }, index) => {
      const user = users.get(userId)
      if (!user) return []
      const { username, avatarUrl, isProfilePublic } = user
      const shown = isProfilePublic ? { username, avatarUrl } : { username: null, avatarUrl: null }
      return [{ rank: index + 1, ...shown, totalXP: xp }]
    })
    return { period, total, entries }
  }
  const share = createSingleflight<Awaited<ReturnType<typeof read>>>()

  return endpoint({
    method: 'get',
    path: '/public/leaderboards',
    tag: 'Public pages',
    summary: 'Get the top of a leaderboard, without the names of private users',
    description: 'Ordered by XP, then by who reached it first.',
    access: 'public',
    sharedMaxAgeSeconds: MAX_AGE_SECONDS,
    query: z.object({ period: z.enum(PERIODS).default('week'), limit: integerQuery(1, 100, 50) }),
    response: {
      data: PublicLeaderboardSchema,
      example: {
        period: 'week',
        total: 2,
        entries: [
          {
            rank: 1,
            username: 'ada_l',
            avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
            totalXP: 420,
          },
          { rank: 2, username: null, avatarUrl: null, totalXP: 310 },
        ],
      },
    },
    handle: ({ query: { period, limit }, now }) =>
      share(`${period} ${limit}`, () => read(period, limit, now)),
  })
}
