import { defineSharedCache } from '../../platform/cache/shared-cache.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Promotion } from './public/promotion.ts'
import { listEnabledPromotions } from './queries.ts'

const promotionCache = defineSharedCache({
  channel: 'promotions.promotion_changed',
  ttlMs: 5_000,
  read: (db: Db) => listEnabledPromotions(db, now()),
})

/** The campaigns that are live or will be, in the memory of this process: everybody looks at them, and few are there. */
export function getCachedPromotions({
  db,
  pubsub: live,
}: Pick<Platform, 'db' | 'pubsub'>): Promotion[] | Promise<Promotion[]> {
  return promotionCache.of(live).get(db)
}

export const invalidatePromotionCache = promotionCache.invalidateOnEvent
