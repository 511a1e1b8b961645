import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { BadgeType } from './badge.ts'

/** Told once for a user and a badge. */
export const badgeUnlocked = defineFact<{
  userId: UserId
  badgeType: BadgeType
  name: string
  description: string
  imageUrl: string
  at: string
}>('badges.badge_unlocked')
