import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { CTA_ACTIONS } from '../call-to-action.ts'
import { PROMOTION_KINDS, type Promotion } from './promotion.ts'

const Shared = {
  id: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  imageUrl: z.string().nullable(),
  ctaText: z.string().nullable(),
  ctaAction: z.enum(CTA_ACTIONS),
  ctaPayload: z.record(z.string(), z.unknown()).openapi({ description: 'The parameters of the action.' }),
  priority: z.number().int(),
}

export const BannerSchema = z.object(Shared).openapi('Banner')

export const PopupSchema = z
  .object({ ...Shared, bodyText: z.string().nullable(), dismissible: z.boolean() })
  .openapi('Popup')

/** The promotion with all fields, for administrators. */
export const PromotionSchema = z
  .object({
    ...PopupSchema.shape,
    kind: z.enum(PROMOTION_KINDS),
    countries: z.array(z.string()),
    languages: z.array(z.string()),
    startsAt: TimestampSchema.nullable(),
    endsAt: TimestampSchema.nullable(),
    isEnabled: z.boolean(),
    targeting: z.object({
      newUserDays: z.number().int().optional(),
      subscribers: z.boolean().optional(),
      minLevel: z.number().int().optional(),
      maxLevel: z.number().int().optional(),
    }),
    frequencyCap: z.object({ times: z.number().int(), hours: z.number().int().optional() }).nullable(),
    reshowAfterHours: z.number().int().nullable(),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .openapi('Promotion')

export function presentBanner(promotion: Promotion, publicUrl: string): z.output<typeof BannerSchema> {
  const { id, title, subtitle, imageUrl, ctaText, ctaAction, ctaPayload, priority } = promotion
  return {
    id,
    title,
    subtitle,
    imageUrl: absoluteUrl(imageUrl, publicUrl),
    ctaText,
    ctaAction,
    ctaPayload,
    priority,
  }
}

export function presentPopup(promotion: Promotion, publicUrl: string): z.output<typeof PopupSchema> {
  const { bodyText, dismissible } = promotion
  return { ...presentBanner(promotion, publicUrl), bodyText, dismissible }
}

export function presentPromotion(promotion: Promotion, publicUrl: string): z.output<typeof PromotionSchema> {
  const { key: _, imageUrl, ...shown } = isoDates(promotion)
  return { ...shown, imageUrl: absoluteUrl(imageUrl, publicUrl) }
}

function absoluteUrl(imageUrl: string | null, publicUrl: string): string | null {
  return imageUrl?.startsWith('/') ? publicUrl + imageUrl : imageUrl
}
