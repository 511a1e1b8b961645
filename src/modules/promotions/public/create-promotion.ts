import { promotionChanged } from '../../../events/promotions.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertPromotion } from '../queries.ts'
import { validatePromotion } from '../validate-promotion.ts'
import { contentOf, type Promotion, type PromotionInput } from './promotion.ts'

interface CreatePromotion {
  input: PromotionInput
  /** The key of a promotion that ships with the product; only the first with a key is created. */
  key?: string
  now: Date
}

/** Creates a promotion; returns undefined if one with this key exists. */
export async function createPromotion(
  tx: Tx,
  { input, key, now }: CreatePromotion,
): Promise<Promotion | undefined> {
  const content = validatePromotion(contentOf(input))
  const promotion = await insertPromotion(tx, { id: newId(), key: key ?? null, content, now })
  if (promotion) tx.emit(promotionChanged({ promotionId: promotion.id, at: now.toISOString() }))
  return promotion
}
