import type { PromotionId } from '../modules/promotions/public/promotion.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A campaign was made or changed: whoever holds campaigns reads them anew. */
export const promotionChanged = defineEvent<{ promotionId: PromotionId; at: string }>(
  'promotions.promotion_changed',
)
