import type { Id } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted when a promotion is created or changed. Every process then drops its promotion cache. */
export const promotionChanged = defineEvent<{ promotionId: Id<'Promotion'>; at: string }>(
  'promotions.promotion_changed',
)
