import { defineSharedCache } from '../../platform/cache/shared-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Promotion } from './public/promotion.ts'
import { listEnabledPromotions } from './queries.ts'

const promotionCache = defineSharedCache({
  channel: 'promotions.promotion_changed',
  ttlMs: 5_000,
  read: ({ db, now }: { db: Db; now: Date }) => listEnabledPromotions(db, now),
})

/** Returns the cached promotions that are live now or later. */
export function getCachedPromotions(
  { db, pubsub }: Pick<Platform, 'db' | 'pubsub'>,
  now: Date,
): Promotion[] | Promise<Promotion[]> {
  return promotionCache.of(pubsub).get({ db, now })
}

export const invalidatePromotionCache = promotionCache.invalidateOnEvent
