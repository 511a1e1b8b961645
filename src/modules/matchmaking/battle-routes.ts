import { z } from '@hono/zod-openapi'
import { DAY_MS } from '../../platform/clock.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { NEW_RATING, withInactivity } from '../battle-game/public/glicko2.ts'
import { findRating } from '../battle-records/public/ratings.ts'
import { historyRoutes } from '../battle-results/routes.ts'
import { roomRoutes } from '../battle-rooms/routes.ts'
import { queueRoutes } from './routes.ts'
import type { BattleServices } from './start-matchmaking.ts'

const TAG = 'Quiz battles'

export function battleRoutes(battles: BattleServices): Endpoint[] {
  const { platform } = battles
  return [
    ...queueRoutes(battles, TAG),
    ...roomRoutes(battles, TAG),

    endpoint({
      method: 'get',
      path: '/quiz-battles/topics',
      tag: TAG,
      summary: 'List what can be battled about',
      access: 'user',
      response: {
        status: 200,
        data: z.array(z.object({ id: z.string(), title: z.string(), questionCount: z.int() })),
        example: [{ id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d', title: 'Blockchain', questionCount: 14 }],
      },
      handle: () => battles.topicCache.list(platform.db),
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/rating',
      tag: TAG,
      summary: 'Read your rating',
      description: 'Glicko-2. Battles from the queue against people are rated.',
      access: 'user',
      response: {
        status: 200,
        data: z.object({
          rating: z.int(),
          deviation: z.int().openapi({
            description: 'With 95 % your strength is within two of these around the rating.',
          }),
          volatility: z.number(),
          wins: z.int(),
          losses: z.int(),
          draws: z.int(),
          battles: z.int(),
        }),
        example: {
          rating: 1532,
          deviation: 120,
          volatility: 0.06,
          wins: 12,
          losses: 9,
          draws: 1,
          battles: 22,
        },
      },
      handle: async ({ caller, now }) => {
        const found = await findRating(platform.pipelinedDb, caller.userId)
        const days = found ? (now.getTime() - found.playedAt.getTime()) / DAY_MS : 0
        const { rating, deviation, volatility } = found ? withInactivity(found, days) : NEW_RATING
        const { wins, losses, draws } = found ?? { wins: 0, losses: 0, draws: 0 }
        return {
          rating: Math.round(rating),
          deviation: Math.round(deviation),
          volatility,
          wins,
          losses,
          draws,
          battles: wins + losses + draws,
        }
      },
    }),

    // The last of them takes any id, so those with names of their own stand before it.
    ...historyRoutes(battles, TAG),
  ]
}
