import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { BadgeType } from './definitions/definition.ts'

/** Told once for a user and a badge. */
export const badgeUnlocked = defineFact<{
  userId: UserId
  badgeType: BadgeType
  name: string
  description: string
  imageUrl: string
  at: string
}>('badges.badge_unlocked')

/** A badge was made or is another than it was: whoever holds badges reads them anew. */
export const badgeChanged = defineFact<{ badgeType: BadgeType; at: string }>('badges.badge_changed')
