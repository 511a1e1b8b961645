import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { createPromotion } from '../../promotions/public/create-promotion.ts'
import { getPromotionStats } from '../../promotions/public/get-promotion-stats.ts'
import { getPromotion, listPromotions } from '../../promotions/public/list-promotions.ts'
import {
  PROMOTION_KINDS,
  type PromotionId,
  PromotionInputSchema,
  type PromotionPatch,
  PromotionPatchSchema,
} from '../../promotions/public/promotion.ts'
import { PromotionSchema, presentPromotion } from '../../promotions/public/promotion-view.ts'
import { updatePromotion } from '../../promotions/public/update-promotion.ts'
import { adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import type { AuditAction } from '../audit-log/audit-actions.ts'
import { BooleanQuery } from '../users/user-read-routes.ts'
import { ContentParams, created, updated } from './content-changes.ts'

const CountsShape = {
  impressions: z.int(),
  reach: z.int().openapi({ description: 'How many have seen it' }),
  clicks: z.int(),
  clickers: z.int(),
  dismissals: z.int(),
}
const PromotionStatsSchema = z
  .object({
    ...CountsShape,
    clickRate: z.number().openapi({ description: 'Of a hundred who saw it, how many tapped it' }),
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
  const response = { status: 200, data: PromotionSchema, example: EXAMPLE } as const

  async function change(tx: Tx, name: AuditAction, id: string, patch: PromotionPatch, now: Date) {
    const promotionId = id as PromotionId
    const { before, after } = await updatePromotion(tx, { promotionId, patch, now })
    const { updatedAt: _, ...old } = presentPromotion(before, publicUrl)
    const shown = presentPromotion(after, publicUrl)
    const { updatedAt: __, ...fresh } = shown
    const { act } = updated(name, { before: old, after: fresh })
    return { data: shown, act }
  }

  return [
    adminRead('GET /admin/promotions', {
      summary: 'List campaigns',
      query: pagingQuery(20).extend({
        kind: z.enum(PROMOTION_KINDS).optional(),
        isEnabled: BooleanQuery.optional(),
      }),
      response: { status: 200, data: z.array(PromotionSchema), meta: PagingMeta, example: [EXAMPLE] },
      handle: async ({ query }) => {
        const { promotions, total } = await listPromotions(db, query)
        const meta = { total, page: query.page, limit: query.limit }
        return new Reply(
          promotions.map((promotion) => presentPromotion(promotion, publicUrl)),
          { meta },
        )
      },
    }),

    adminAction(platform, 'POST /admin/promotions', {
      summary: 'Make a campaign',
      body: PromotionInputSchema,
      bodyExample: INPUT_EXAMPLE,
      response: { ...response, status: 201 },
      perform: async (tx, { body: input, now }) => {
        const promotion = await createPromotion(tx, { input, now })
        return created('promotion.created', presentPromotion(promotion!, publicUrl))
      },
    }),

    adminRead('GET /admin/promotions/:id', {
      summary: 'Read a campaign',
      params: ContentParams,
      response,
      handle: async ({ params }) =>
        presentPromotion(await getPromotion(db, params.id as PromotionId), publicUrl),
    }),

    adminAction(platform, 'PATCH /admin/promotions/:id', {
      summary: 'Change a campaign',
      params: ContentParams,
      body: PromotionPatchSchema,
      bodyExample: { priority: 9 },
      response: withExample(response, { priority: 9 }),
      perform: (tx, { params, body, now }) => change(tx, 'promotion.updated', params.id, body, now),
    }),

    adminAction(platform, 'POST /admin/promotions/:id/publish', {
      summary: 'Switch a campaign on',
      params: ContentParams,
      response,
      perform: (tx, { params, now }) =>
        change(tx, 'promotion.published', params.id, { isEnabled: true }, now),
    }),

    adminAction(platform, 'POST /admin/promotions/:id/archive', {
      summary: 'Switch a campaign off',
      params: ContentParams,
      response: withExample(response, { isEnabled: false }),
      perform: (tx, { params, now }) =>
        change(tx, 'promotion.archived', params.id, { isEnabled: false }, now),
    }),

    adminRead('GET /admin/promotions/:id/figures', {
      summary: 'See how a campaign does',
      params: ContentParams,
      response: {
        status: 200,
        data: PromotionStatsSchema,
        example: {
          ...COUNTS,
          clickRate: 12.5,
          byCountry: [{ ...COUNTS, country: 'KE' }],
          byDay: [{ ...COUNTS, day: '2026-11-02' }],
        },
      },
      handle: ({ params }) => getPromotionStats(db, params.id as PromotionId),
    }),
  ]
}
