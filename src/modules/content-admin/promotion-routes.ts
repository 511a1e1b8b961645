import type { Endpoint } from '../../platform/http/endpoint.ts'
import { BooleanQuery, pagingQuery } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { createPromotion } from '../promotions/public/create-promotion.ts'
import { getPromotionStats } from '../promotions/public/get-promotion-stats.ts'
import { getPromotion, listPromotions } from '../promotions/public/list-promotions.ts'
import {
  PROMOTION_KINDS,
  type PromotionId,
  PromotionInputSchema,
  type PromotionPatch,
  PromotionPatchSchema,
} from '../promotions/public/promotion.ts'
import { PromotionSchema, presentPromotion } from '../promotions/public/promotion-view.ts'
import { updatePromotion } from '../promotions/public/update-promotion.ts'
import { adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints } from './content-endpoints.ts'

const CountsShape = {
  impressions: z.int(),
  reach: z.int().openapi({ description: 'Number of users who saw it' }),
  clicks: z.int(),
  clickers: z.int(),
  dismissals: z.int(),
}
const PromotionStatsSchema = z
  .object({
    ...CountsShape,
    clickRate: z.number().openapi({ description: 'Percentage of the users who saw it and clicked' }),
    byCountry: z.array(z.object({ ...CountsShape, country: z.string() })),
    byDay: z.array(z.object({ ...CountsShape, day: z.string() })),
  })
  .openapi('PromotionFigures')
const COUNTS = { impressions: 120, reach: 80, clicks: 12, clickers: 10, dismissals: 30 }

const INPUT_EXAMPLE = {
  kind: 'BANNER',
  title: 'Autumn contests',
  ctaText: 'See them',
  ctaAction: 'OPEN_URL',
  ctaPayload: { url: 'https://example.com/autumn' },
  priority: 5,
  countries: ['KE'],
  languages: ['en'],
} as const
const EXAMPLE = {
  ...INPUT_EXAMPLE,
  id: '019a8b5e-7c1d-7000-8000-0000000000a7',
  countries: ['KE'],
  languages: ['en'],
  subtitle: null,
  bodyText: null,
  imageUrl: null,
  dismissible: true,
  startsAt: null,
  endsAt: null,
  isEnabled: true,
  targeting: {},
  frequencyCap: null,
  reshowAfterHours: null,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
}

export function promotionPlanningRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const { publicUrl } = platform.config
  const params = idParams<PromotionId>()
  const change = async (tx: Tx, promotionId: PromotionId, patch: PromotionPatch, now: Date) => {
    const { before, after } = await updatePromotion(tx, { promotionId, patch, now })
    return { before: presentPromotion(before, publicUrl), after: presentPromotion(after, publicUrl) }
  }
  return [
    ...contentEndpoints({
      name: 'promotion',
      path: '/admin/promotions',
      itemPath: '/admin/promotions/:id',
      params,
      schema: PromotionSchema,
      example: EXAMPLE,
      list: {
        summary: 'List promotions',
        query: pagingQuery(20).extend({
          kind: z.enum(PROMOTION_KINDS).optional(),
          isEnabled: BooleanQuery.optional(),
        }),
        find: async ({ query }) => {
          const { promotions, total } = await listPromotions(db, query)
          return { items: promotions.map((promotion) => presentPromotion(promotion, publicUrl)), total }
        },
      },
      create: {
        summary: 'Create a promotion',
        body: PromotionInputSchema,
        example: INPUT_EXAMPLE,
        run: async (tx, { body: input, now }) =>
          presentPromotion((await createPromotion(tx, { input, now }))!, publicUrl),
      },
      read: {
        summary: 'Read a promotion',
        find: async ({ params }) => presentPromotion(await getPromotion(db, params.id), publicUrl),
      },
      update: {
        summary: 'Update a promotion',
        body: PromotionPatchSchema,
        example: { priority: 9 },
        run: (tx, { params, body, now }) => change(tx, params.id, body, now),
      },
      transitions: {
        publish: {
          summary: 'Enable a promotion',
          example: { isEnabled: true },
          run: (tx, { params, now }) => change(tx, params.id, { isEnabled: true }, now),
        },
        archive: {
          summary: 'Disable a promotion',
          example: { isEnabled: false },
          run: (tx, { params, now }) => change(tx, params.id, { isEnabled: false }, now),
        },
      },
    }),

    adminRead('GET /admin/promotions/:id/figures', {
      summary: 'Read the statistics of a promotion',
      params,
      response: {
        data: PromotionStatsSchema,
        example: {
          ...COUNTS,
          clickRate: 12.5,
          byCountry: [{ ...COUNTS, country: 'KE' }],
          byDay: [{ ...COUNTS, day: '2026-11-02' }],
        },
      },
      handle: ({ params }) => getPromotionStats(db, params.id),
    }),
  ]
}
