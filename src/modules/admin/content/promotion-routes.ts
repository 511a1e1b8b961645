import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/tx.ts'
import { createPromotion } from '../../promotions/planning/create-promotion.ts'
import { getPromotionFigures } from '../../promotions/planning/get-figures.ts'
import { getPromotion, listPromotions } from '../../promotions/planning/list-promotions.ts'
import { updatePromotion } from '../../promotions/planning/update-promotion.ts'
import {
  KINDS,
  type PromotionId,
  PromotionInputSchema,
  type PromotionPatch,
  PromotionPatchSchema,
} from '../../promotions/promotion.ts'
import { PromotionSchema, presentPromotion } from '../../promotions/promotion-view.ts'
import { adminAct, adminRead, showing } from '../admin-endpoint.ts'
import type { ActName } from '../audit/act.ts'
import { YesOrNo } from '../users/reading-routes.ts'
import { ContentParams, edited, made } from './edited.ts'

const CountsShape = {
  impressions: z.int(),
  reach: z.int().openapi({ description: 'How many have seen it' }),
  clicks: z.int(),
  clickers: z.int(),
  dismissals: z.int(),
}
const FiguresSchema = z
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
  const answer = { status: 200, data: PromotionSchema, example: EXAMPLE } as const

  async function change(tx: Tx, name: ActName, id: string, patch: PromotionPatch, now: Date) {
    const promotionId = id as PromotionId
    const { before, after } = await updatePromotion(tx, { promotionId, patch, now })
    const { updatedAt: _, ...old } = presentPromotion(before, publicUrl)
    const shown = presentPromotion(after, publicUrl)
    const { updatedAt: __, ...fresh } = shown
    const { act } = edited(name, { before: old, after: fresh })
    return { data: shown, act }
  }

  return [
    adminRead('GET /admin/promotions', {
      summary: 'List campaigns',
      query: pagingQuery(20).extend({ kind: z.enum(KINDS).optional(), isEnabled: YesOrNo.optional() }),
      answer: { status: 200, data: z.array(PromotionSchema), meta: PagingMeta, example: [EXAMPLE] },
      handle: async ({ query }) => {
        const { promotions, total } = await listPromotions(db, query)
        const meta = { total, page: query.page, limit: query.limit }
        return new Reply(
          promotions.map((promotion) => presentPromotion(promotion, publicUrl)),
          { meta },
        )
      },
    }),

    adminAct(platform, 'POST /admin/promotions', {
      summary: 'Make a campaign',
      body: PromotionInputSchema,
      bodyExample: INPUT_EXAMPLE,
      answer: { ...answer, status: 201 },
      perform: async (tx, { body: input, now }) => {
        const promotion = await createPromotion(tx, { input, now })
        return made('promotion.created', presentPromotion(promotion!, publicUrl))
      },
    }),

    adminRead('GET /admin/promotions/:id', {
      summary: 'Read a campaign',
      params: ContentParams,
      answer,
      handle: async ({ params }) =>
        presentPromotion(await getPromotion(db, params.id as PromotionId), publicUrl),
    }),

    adminAct(platform, 'PATCH /admin/promotions/:id', {
      summary: 'Change a campaign',
      params: ContentParams,
      body: PromotionPatchSchema,
      bodyExample: { priority: 9 },
      answer: showing(answer, { priority: 9 }),
      perform: (tx, { params, body, now }) => change(tx, 'promotion.updated', params.id, body, now),
    }),

    adminAct(platform, 'POST /admin/promotions/:id/publish', {
      summary: 'Switch a campaign on',
      params: ContentParams,
      answer,
      perform: (tx, { params, now }) =>
        change(tx, 'promotion.published', params.id, { isEnabled: true }, now),
    }),

    adminAct(platform, 'POST /admin/promotions/:id/archive', {
      summary: 'Switch a campaign off',
      params: ContentParams,
      answer: showing(answer, { isEnabled: false }),
      perform: (tx, { params, now }) =>
        change(tx, 'promotion.archived', params.id, { isEnabled: false }, now),
    }),

    adminRead('GET /admin/promotions/:id/figures', {
      summary: 'See how a campaign does',
      params: ContentParams,
      answer: {
        status: 200,
        data: FiguresSchema,
        example: {
          ...COUNTS,
          clickRate: 12.5,
          byCountry: [{ ...COUNTS, country: 'KE' }],
          byDay: [{ ...COUNTS, day: '2026-11-02' }],
        },
      },
      handle: ({ params }) => getPromotionFigures(db, params.id as PromotionId),
    }),
  ]
}
