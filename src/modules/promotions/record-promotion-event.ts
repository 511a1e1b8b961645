import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { dismissalCutoff, isLive } from './choose-promotions.ts'
import type { Promotion } from './public/promotion.ts'
import { type EngagementEvent, insertPromotionEvent } from './queries.ts'

export const EVENT_TYPES = ['IMPRESSION', 'CLICK', 'DISMISS'] as const

/** ISO 3166 leaves this code to its users: here it is nowhere in particular. */
const UNKNOWN_COUNTRY = 'ZZ'

interface RecordPromotionEvent {
  userId: UserId
  promotion: Promotion
  eventType: EngagementEvent['eventType']
  country: string | null
  now: Date
}

/**
 * Notes what a client reports of a campaign; true when it was counted. An impression within a minute of the last one is
 * the same one; so is a dismissal while the last one holds. What is not live, and what cannot be dismissed, is neither.
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
