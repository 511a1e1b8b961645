import { promotionChanged } from '../../../events/promotions.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockPromotion, replacePromotion } from '../queries.ts'
import { validatePromotion } from '../validate-promotion.ts'
import { type Promotion, type PromotionId, type PromotionPatch, withPatch } from './promotion.ts'

interface UpdatePromotion {
  promotionId: PromotionId
  patch: PromotionPatch
  now: Date
}

/** Changes a promotion. Earlier dismissals stay in force. */
export async function updatePromotion(
  tx: Tx,
  { promotionId, patch, now }: UpdatePromotion,
): Promise<{ before: Promotion; after: Promotion }> {
  const before = await lockPromotion(tx, promotionId)
  if (!before) throw commonErrors.not_found()
  const content = validatePromotion(withPatch(before, patch))
  const after = await replacePromotion(tx, { id: promotionId, content, now })
  tx.emit(promotionChanged({ promotionId, at: now.toISOString() }))
  return { before, after }
}
