import { commonErrors, type FieldError } from '../../platform/errors.ts'
import { validateCtaPayload } from './call-to-action.ts'
import type { PromotionContent } from './public/promotion.ts'

/** Checks the rules between fields, for a new promotion and for every change. */
export function validatePromotion(content: PromotionContent): PromotionContent {
  const { startsAt, endsAt, targeting, kind, reshowAfterHours } = content
  const details: FieldError[] = []
  if (startsAt && endsAt && endsAt <= startsAt)
    details.push({ field: 'endsAt', message: 'must be after startsAt' })
  if ((targeting.maxLevel ?? Infinity) < (targeting.minLevel ?? 1))
    details.push({ field: 'targeting.maxLevel', message: 'must not be below minLevel' })
  if (kind === 'BANNER' && reshowAfterHours !== null)
    details.push({ field: 'reshowAfterHours', message: 'is only for popups' })
  if (details.length > 0) throw commonErrors.validation_failed({ details })
  return { ...content, ctaPayload: validateCtaPayload(content.ctaAction, content.ctaPayload) }
}
