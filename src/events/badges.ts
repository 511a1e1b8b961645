import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Identifies a badge permanently: on the chain, in the progress rows and in the API. */
export type BadgeType = string

/** Emitted once for each user and badge. */
export const badgeUnlocked = defineEvent<{
  userId: UserId
  badgeType: BadgeType
  name: string
  description: string
  imageUrl: string
  at: string
}>('badges.badge_unlocked')

/** A badge definition was created or changed; invalidates the caches. */
export const badgeChanged = defineEvent<{ badgeType: BadgeType; at: string }>('badges.badge_changed')
