import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { countPromotions, findPromotion, listPromotionPage } from '../queries.ts'
import type { Promotion, PromotionId, PromotionKind } from './promotion.ts'

interface ListPromotions {
  page: number
  limit: number
  kind?: PromotionKind | undefined
  isEnabled?: boolean | undefined
}

/** Lists all promotions, the newest first. */
export async function listPromotions(
  db: Db,
  { page, limit, kind, isEnabled }: ListPromotions,
): Promise<{ promotions: Promotion[]; total: number }> {
  const filter = { kind: kind ?? null, isEnabled: isEnabled ?? null }
  const [promotions, total] = await Promise.all([
    listPromotionPage(db, { ...filter, limit, offset: (page - 1) * limit }),
    countPromotions(db, filter),
  ])
  return { promotions, total }
}

export async function getPromotion(db: Db, id: PromotionId): Promise<Promotion> {
  const promotion = await findPromotion(db, id)
  if (!promotion) throw commonErrors.not_found()
  return promotion
}
