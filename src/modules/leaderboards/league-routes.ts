import { addMs, DAY_MS } from '../../platform/clock.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import type { LeaderboardDeps } from './leaderboard-deps.ts'
import { DIVISIONS, divisionAfter, divisionKey, OUTCOMES, outcomeOf, zonesOf } from './league/division.ts'
import { type League, readLeague } from './league/queries.ts'
import { boardAt, periodRange } from './period.ts'
import { createCompactionForReaders } from './rank-index/compact-for-readers.ts'

const TAG = 'Leaderboard'
/** A learner without a group waits for compaction, which starts even if it takes long. */
const WAITING_MS = 60_000

const STATES = ['NOT_JOINED', 'JOINING', 'JOINED', 'HIDDEN'] as const
const ZONES = { ROSE: 'RISING', STAYED: 'STAYING', FELL: 'FALLING' } as const
const ZoneSchema = z.enum(['RISING', 'STAYING', 'FALLING'])
const DivisionSchema = z.enum(DIVISIONS)

const PositionSchema = z
  .object({
    division: DivisionSchema.openapi({
      description: 'From the lowest to the highest: see the order of the values.',
    }),
    state: z.enum(STATES).openapi({
      description:
        '`NOT_JOINED`: no XP this week. `JOINING`: a group follows within seconds, or after last week is closed. `HIDDEN`: not on leaderboards.',
    }),
    startDate: TimestampSchema,
    endDate: TimestampSchema,
    rank: z.number().int().nullable(),
    size: z.number().int().openapi({ description: 'The number of learners with a rank in your group' }),
    totalXP: z.number().int().openapi({ description: 'Earned this week' }),
    zone: ZoneSchema.nullable().openapi({ description: 'What happens to you if the week ends like this' }),
    rising: z.number().int().openapi({ description: 'How many learners from the top rise' }),
    falling: z.number().int().openapi({ description: 'How many learners from the bottom fall' }),
  })
  .openapi('LeaguePosition')

const LeagueSchema = PositionSchema.extend({
  entries: z.array(
    z.object({
      rank: z.number().int(),
      userId: z.string(),
      username: z.string(),
      avatarUrl: z.string(),
      totalXP: z.number().int(),
      zone: ZoneSchema,
    }),
  ),
  lastWeek: z
    .object({
      division: DivisionSchema,
      outcome: z.enum(OUTCOMES),
      nextDivision: DivisionSchema,
      rank: z.number().int().nullable(),
      size: z.number().int(),
      totalXP: z.number().int(),
    })
    .nullable()
    .openapi({ description: 'Null if you were in no group, or the results are not stored yet.' }),
}).openapi('League')

const POSITION_EXAMPLE = {
  division: 'SILVER',
  state: 'JOINED',
  startDate: '2026-11-02T00:00:00.000Z',
  endDate: '2026-11-08T23:59:59.999Z',
  rank: 1,
  size: 1,
  totalXP: 420,
  zone: 'STAYING',
  rising: 0,
  falling: 0,
} as const

function stateOf({ isHidden, entryNumber, xp }: League): (typeof STATES)[number] {
  if (isHidden) return 'HIDDEN'
  if (xp === 0) return 'NOT_JOINED'
  return entryNumber === null ? 'JOINING' : 'JOINED'
}

function presentPosition(league: League, userId: UserId, now: Date) {
  const state = stateOf(league)
  const { start, end } = periodRange('week', now)
  const scores = state === 'JOINED' ? league.scores : []
  const rank = scores.findIndex((score) => score.userId === userId) + 1 || null
  const zones = zonesOf(scores.length, league.division)
  return {
    division: divisionKey(league.division),
    state,
    startDate: start.toISOString(),
    endDate: addMs(end, -1).toISOString(),
    rank,
    size: scores.length,
    totalXP: league.xp,
    zone: rank === null ? null : ZONES[outcomeOf(rank, scores.length, zones)],
    ...zones,
  }
}

/** Only the week before this one. */
function presentLastWeek({ last }: League, now: Date) {
  if (last?.startsOn !== boardAt('week', addMs(now, -7 * DAY_MS)).startsOn) return null
  const { division, outcome, rank, size, xp } = last
  return {
    division: divisionKey(division),
    outcome,
    nextDivision: divisionKey(divisionAfter(division, outcome)),
    rank,
    size,
    totalXP: xp,
  }
}

/** Reads from the replica like the leaderboards. */
export function leagueRoutes({ platform, listPublicProfiles }: LeaderboardDeps): Endpoint[] {
  const { replicaDb } = platform
  const compactForReaders = createCompactionForReaders(platform)

  async function read(userId: UserId, now: Date): Promise<League> {
    const league = await readLeague(replicaDb, userId, boardAt('week', now).startsOn)
    if (stateOf(league) === 'JOINING') compactForReaders(WAITING_MS)
    return league
  }

  return [
    endpoint({
      method: 'get',
      path: '/leagues/me',
      tag: TAG,
      summary: 'Get your group in the league of this week',
      description:
        'A learner joins with the first XP of a week. Groups have at most 30 learners of a division, ranked by the XP of the week. The top of a group rises and the bottom falls when the week ends.',
      access: 'user',
      response: {
        data: LeagueSchema,
        example: {
          ...POSITION_EXAMPLE,
          entries: [
            {
              rank: 1,
              userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
              username: 'ada_l',
              avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
              totalXP: 420,
              zone: 'STAYING',
            },
          ],
          lastWeek: {
            division: 'BRONZE',
            outcome: 'ROSE',
            nextDivision: 'SILVER',
            rank: 2,
            size: 28,
            totalXP: 380,
          },
        },
        message: 'Your league',
      },
      handle: async ({ caller, now }) => {
        const league = await read(caller.userId, now)
        const position = presentPosition(league, caller.userId, now)
        const scores = position.state === 'JOINED' ? league.scores : []
        const userIds = scores.map(({ userId }) => userId)
        const users = userIds.length > 0 ? await listPublicProfiles(replicaDb, userIds) : undefined
        const entries = scores.flatMap(({ userId, xp }, index) => {
          const user = users?.get(userId)
          if (!user) return []
          const { username, avatarUrl } = user
          const rank = index + 1
          const zone = ZONES[outcomeOf(rank, scores.length, position)]
          return [{ rank, userId, username, avatarUrl, totalXP: xp, zone }]
        })
        return { ...position, entries, lastWeek: presentLastWeek(league, now) }
      },
    }),

    endpoint({
      method: 'get',
      path: '/leagues/me/position',
      tag: TAG,
      summary: 'Get your rank in the league of this week, without the group',
      access: 'user',
      response: {
        data: PositionSchema,
        example: POSITION_EXAMPLE,
        message: 'Your position in the league',
      },
      handle: async ({ caller, now }) => presentPosition(await read(caller.userId, now), caller.userId, now),
    }),
  ]
}
