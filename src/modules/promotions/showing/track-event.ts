import { later, MINUTE_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { Promotion } from '../promotion.ts'
import { type EngagementEvent, insertEvent } from '../queries.ts'
import { dismissalsOverBefore, isLive } from './choose-promotions.ts'

export const EVENT_TYPES = ['IMPRESSION', 'CLICK', 'DISMISS'] as const

/** ISO 3166 leaves this code to its users: here it is nowhere in particular. */
const NOWHERE = 'ZZ'

interface TrackEvent {
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
export async function trackEvent(
  tx: Tx,
  { userId, promotion, eventType, country, now }: TrackEvent,
): Promise<boolean> {
  if (!isLive(promotion, now)) return false
  if (eventType === 'DISMISS' && !promotion.dismissible) return false
  const event = {
    userId,
    promotionId: promotion.id,
    eventType,
    country: country ?? NOWHERE,
    impressionsBefore: later(now, -MINUTE_MS),
    dismissalsOverBefore: dismissalsOverBefore(promotion, now) ?? null,
  }
  return insertEvent(tx, event, now)
}
