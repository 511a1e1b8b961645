import { type FieldFault, refusals } from '../../../platform/errors.ts'
import { checkedPayload } from '../call-to-action.ts'
import type { PromotionContent } from '../promotion.ts'

/** The rules between fields, which hold for a new campaign and for every change of one. */
export function checkedContent(content: PromotionContent): PromotionContent {
  const { startsAt, endsAt, targeting, kind, reshowAfterHours } = content
  const details: FieldFault[] = []
  if (startsAt && endsAt && endsAt <= startsAt)
    details.push({ field: 'endsAt', message: 'must be after startsAt' })
  if ((targeting.maxLevel ?? Infinity) < (targeting.minLevel ?? 1))
    details.push({ field: 'targeting.maxLevel', message: 'must not be below minLevel' })
  if (kind === 'BANNER' && reshowAfterHours !== null)
    details.push({ field: 'reshowAfterHours', message: 'is for popups: a banner is not hidden' })
  if (details.length > 0) throw refusals.validation_failed({ details })
  return { ...content, ctaPayload: checkedPayload(content.ctaAction, content.ctaPayload) }
}
