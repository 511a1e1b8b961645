import type { BadgeType } from '../../events/badges.ts'
import { badgeUnlocked } from '../../events/badges.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'

interface UnlockedBadge {
  badgeType: BadgeType
  name: string
  description: string
  imageUrl: string
}

/** The badges that a transaction unlocked, as an answer shows them, in the order in which they were unlocked. */
export function findUnlockedBadges(events: DomainEvent[]): UnlockedBadge[] {
  return events
    .filter((event): event is ReturnType<typeof badgeUnlocked> => event.name === badgeUnlocked.eventName)
    .map(({ data: { badgeType, name, description, imageUrl } }) => ({
      badgeType,
      name,
      description,
      imageUrl,
    }))
}
