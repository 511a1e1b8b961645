import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { type PromotionRow, promotionOf } from '../promotion-row.ts'
import { findPromotion } from '../queries.ts'
import type { Promotion, PromotionId, PromotionKind } from './promotion.ts'

interface ListPromotions {
  page: number
  limit: number
  kind?: PromotionKind | null | undefined
  isEnabled?: boolean | null | undefined
}

/** Lists all promotions, the newest first. */
export async function listPromotions(
  db: Db,
  { page, limit, kind = null, isEnabled = null }: ListPromotions,
): Promise<{ promotions: Promotion[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db<PromotionRow>`
      select * from promotion
      where (${kind}::text is null or kind = ${kind}::text)
        and (${isEnabled}::boolean is null or is_enabled = ${isEnabled}::boolean)
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::int as total from promotion
      where (${kind}::text is null or kind = ${kind}::text)
        and (${isEnabled}::boolean is null or is_enabled = ${isEnabled}::boolean)`,
  ])
  return { promotions: rows.map(promotionOf), total: counted!.total }
}

export async function getPromotion(db: Db, id: PromotionId): Promise<Promotion> {
  const promotion = await findPromotion(db, id)
  if (!promotion) throw commonErrors.not_found()
  return promotion
}
