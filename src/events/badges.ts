import type { BadgeType } from '../modules/badges/public/badge-definition.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Told once for a user and a badge. */
export const badgeUnlocked = defineEvent<{
  userId: UserId
  badgeType: BadgeType
  name: string
  description: string
  imageUrl: string
  at: string
}>('badges.badge_unlocked')

/** A badge was made or is another than it was: whoever holds badges reads them anew. */
export const badgeChanged = defineEvent<{ badgeType: BadgeType; at: string }>('badges.badge_changed')
