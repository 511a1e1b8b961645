import { refusals } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/tx.ts'
import { promotionChanged } from '../events.ts'
import { type Promotion, type PromotionId, type PromotionPatch, withPatch } from '../promotion.ts'
import { lockPromotion, replacePromotion } from '../queries.ts'
import { checkedContent } from './check-content.ts'

interface UpdatePromotion {
  promotionId: PromotionId
  patch: PromotionPatch
  now: Date
}

/** Changes a campaign, also to switch it on or off. Whoever dismissed it before has dismissed it still. */
export async function updatePromotion(
  tx: Tx,
  { promotionId, patch, now }: UpdatePromotion,
): Promise<{ before: Promotion; after: Promotion }> {
  const before = await lockPromotion(tx, promotionId)
  if (!before) throw refusals.not_found()
  const content = checkedContent(withPatch(before, patch))
  const after = await replacePromotion(tx, { id: promotionId, content, now })
  tx.emit(promotionChanged({ promotionId, at: now.toISOString() }))
  return { before, after }
}
