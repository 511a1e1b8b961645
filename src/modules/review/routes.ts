import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { integerQuery, PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { withMediaUrls } from '../questions/public/with-media-urls.ts'
import { countSuspended, listSuspended } from './card-queries.ts'
import { cardRoutes } from './card-routes.ts'
import { REVIEW_CARD_EXAMPLE, ReviewCardSchema } from './card-view.ts'
import {
  DueCountsSchema,
  FORECAST_DAYS,
  ForecastDaySchema,
  getDueCounts,
  getForecast,
  getSession,
  presentCards,
} from './get-session.ts'
import { settingsRoutes } from './settings-routes.ts'

const TAG = 'Review'

const SessionSchema = z
  .object({ cards: z.array(ReviewCardSchema), answeredToday: z.int(), dailyLimit: z.int() })
  .openapi('ReviewSession')

export function reviewRoutes(platform: Platform): Endpoint[] {
  const { db, config } = platform
  return [
    endpoint({
      method: 'get',
      path: '/review/due',
      tag: TAG,
      summary: 'Count the cards to review',
      description: 'Days are in your time zone.',
      access: 'user',
      response: {
        data: DueCountsSchema,
        example: {
          due: 130,
          availableToday: 60,
          answeredToday: 0,
          dailyLimit: 60,
          daysToClear: 3,
          nextDueOn: '2026-11-03',
        },
      },
      handle: ({ caller: { userId }, now }) => getDueCounts(db, { userId, now }),
    }),

    endpoint({
      method: 'get',
      path: '/review/session',
      tag: TAG,
      summary: 'Read the next cards to review',
      description:
        'The cards that are due for the longest time come first, within the daily limit. Questions have no solution here; the options have another order at each repetition. Reading changes nothing.',
      access: 'user',
      query: z.object({ limit: integerQuery(1, 100, 20) }),
      response: {
        data: SessionSchema,
        example: { cards: [REVIEW_CARD_EXAMPLE], answeredToday: 0, dailyLimit: 60 },
      },
      handle: async ({ caller: { userId }, query: { limit }, now }) =>
        withMediaUrls(await getSession(db, { userId, now, limit }), config.publicUrl),
    }),

    endpoint({
      method: 'get',
      path: '/review/forecast',
      tag: TAG,
      summary: `Read how many cards are due in the next ${FORECAST_DAYS} days`,
      access: 'user',
      response: {
        data: z.array(ForecastDaySchema),
        example: [{ date: '2026-11-02', due: 130, planned: 60 }],
      },
      handle: ({ caller: { userId }, now }) => getForecast(db, { userId, now }),
    }),

    endpoint({
      method: 'get',
      path: '/review/suspended',
      tag: TAG,
      summary: 'List your suspended cards',
      access: 'user',
      query: pagingQuery(20),
      response: {
        data: z.array(ReviewCardSchema),
        meta: PagingMeta,
        example: [REVIEW_CARD_EXAMPLE],
      },
      handle: async ({ caller: { userId }, query: { page, limit } }) => {
        const [total, cards] = await Promise.all([
          countSuspended(db, userId),
          listSuspended(db, { userId, limit, offset: (page - 1) * limit }),
        ])
        return new Reply(withMediaUrls(await presentCards(db, cards), config.publicUrl), {
          meta: { total, page, limit },
        })
      },
    }),

    ...cardRoutes(platform),
    ...settingsRoutes(platform),
  ]
}
