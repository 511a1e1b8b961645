import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { dismissalCutoff, isLive } from './choose-promotions.ts'
import type { Promotion } from './public/promotion.ts'
import { type EngagementEvent, insertPromotionEvent } from './queries.ts'

export const EVENT_TYPES = ['IMPRESSION', 'CLICK', 'DISMISS'] as const

/** A code that ISO 3166 reserves for private use. */
const UNKNOWN_COUNTRY = 'ZZ'

interface RecordPromotionEvent {
  userId: UserId
  promotion: Promotion
  eventType: EngagementEvent['eventType']
  country: string | null
  now: Date
}

/**
 * Records a report of a client and returns true if it counts. Does not count: an impression within a minute of the last one,
 * a dismissal while one is in force, a dismissal of a promotion that cannot be dismissed, and a promotion that is not live.
 */
export async function recordPromotionEvent(
  tx: Tx,
  { userId, promotion, eventType, country, now }: RecordPromotionEvent,
): Promise<boolean> {
  if (!isLive(promotion, now)) return false
  if (eventType === 'DISMISS' && !promotion.dismissible) return false
  const event = {
    userId,
    promotionId: promotion.id,
    eventType,
    country: country ?? UNKNOWN_COUNTRY,
    impressionsBefore: addMs(now, -MINUTE_MS),
    dismissalCutoff: dismissalCutoff(promotion, now) ?? null,
  }
  return insertPromotionEvent(tx, event, now)
}
