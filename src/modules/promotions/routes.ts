import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, orNull } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { CountrySchema, LanguageSchema } from '../accounts/public/account-fields.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
import { isLive } from './choose-promotions.ts'
import { listActivePromotions } from './list-active-promotions.ts'
import { getCachedPromotions } from './promotion-cache.ts'
import { getPromotion } from './public/list-promotions.ts'
import type { PromotionId } from './public/promotion.ts'
import { BannerSchema, PopupSchema, presentBanner, presentPopup } from './public/promotion-view.ts'
import { EVENT_TYPES, recordPromotionEvent } from './record-promotion-event.ts'

const TAG = 'Promotions'

const POPUP_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a1',
  title: 'The spring contest is on',
  subtitle: 'Ten questions, one prize pool',
  bodyText: 'Join before Friday and win gems.',
  imageUrl: 'https://cdn.example.com/promotions/spring.png',
  ctaText: 'Join now',
  ctaAction: 'NAVIGATE_CONTEST',
  ctaPayload: { contestId: '019a8b5e-7c1d-7000-8000-0000000000b1' },
  priority: 10,
  dismissible: true,
}

const BANNER_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a2',
  title: 'Invite a friend',
  subtitle: null,
  imageUrl: null,
  ctaText: 'Invite',
  ctaAction: 'OPEN_REFERRAL',
  ctaPayload: {},
  priority: 0,
}

export function promotionRoutes(platform: Platform): Endpoint[] {
  const { publicUrl } = platform.config

  return [
    endpoint({
      method: 'get',
      path: '/promotions/active',
      isHiddenFromViews: true,
      tag: TAG,
      summary: 'List active promotions',
      description:
        'Returns at most one popup, and all banners for your country and language: banners of a country first, then by priority, then the newest. A dismissed popup is not shown again.',
      access: 'user',
      query: z.object({
        country: CountrySchema.optional().openapi({ description: 'Default: the country of your profile.' }),
        language: LanguageSchema.optional().openapi({
          description: 'Default: Accept-Language, then the language of your profile. `pt-BR` matches `pt`.',
        }),
      }),
      response: {
        withoutEnvelope: true,
        data: z
          .object({ popup: orNull(PopupSchema), banners: z.array(BannerSchema) })
          .openapi('ActivePromotions'),
        example: { popup: POPUP_EXAMPLE, banners: [BANNER_EXAMPLE] },
      },
      handle: async ({ caller, query, acceptLanguage, now }) => {
        const { popup, banners } = await listActivePromotions(platform, {
          userId: caller.userId,
          country: query.country,
          language: query.language,
          acceptLanguage,
          now,
        })
        return {
          popup: popup && presentPopup(popup, publicUrl),
          banners: banners.map((banner) => presentBanner(banner, publicUrl)),
        }
      },
    }),

    endpoint({
      method: 'post',
      path: '/promotions/:id/event',
      tag: TAG,
      summary: 'Report an impression, click or dismissal',
      description:
        '`tracked` is false if the report does not count: an impression within a minute of the last one, a dismissal while one is in force, or a promotion that is not live.',
      access: 'user',
      params: z.object({ id: IdParam }),
      body: z.object({
        eventType: z.enum(EVENT_TYPES),
        country: CountrySchema.optional().openapi({ description: 'Default: the country of your profile.' }),
      }),
      bodyExample: { eventType: 'IMPRESSION', country: 'KE' },
      response: {
        withoutEnvelope: true,
        data: z.object({ tracked: z.boolean() }).openapi('TrackedEvent'),
        example: { tracked: true },
      },
      handle: async ({ caller: { userId }, params, body, write, now }) => {
        const id = params.id as PromotionId
        const [promotion, locale] = await Promise.all([
          findCachedPromotion(id, now),
          getUserAttributes(platform.pipelinedDb, userId),
        ])
        const { eventType, country = locale.country } = body
        const event = { userId, promotion, eventType, country, now }
        return write(async (tx) => ({
          tracked: isLive(promotion, now) && (await recordPromotionEvent(tx, event)),
        }))
      },
    }),
  ]

  async function findCachedPromotion(id: PromotionId, now: Date) {
    const promotion = (await getCachedPromotions(platform, now)).find((each) => each.id === id)
    return promotion ?? getPromotion(platform.pipelinedDb, id)
  }
}
