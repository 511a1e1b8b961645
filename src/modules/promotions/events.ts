import { defineFact } from '../../platform/events.ts'
import type { PromotionId } from './promotion.ts'

/** A campaign was made or changed: whoever holds campaigns reads them anew. */
export const promotionChanged = defineFact<{ promotionId: PromotionId; at: string }>(
  'promotions.promotion_changed',
)
