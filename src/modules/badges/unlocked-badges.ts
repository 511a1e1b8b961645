import type { Fact } from '../../platform/events.ts'
import type { BadgeType } from './definitions/definition.ts'
import { badgeUnlocked } from './events.ts'

interface UnlockedBadge {
  badgeType: BadgeType
  name: string
  description: string
  imageUrl: string
}

/** The badges that a transaction unlocked, as an answer shows them, in the order in which they were unlocked. */
export function unlockedBadgesIn(facts: Fact[]): UnlockedBadge[] {
  return facts
    .filter((fact): fact is ReturnType<typeof badgeUnlocked> => fact.name === badgeUnlocked.factName)
    .map(({ data: { badgeType, name, description, imageUrl } }) => ({
      badgeType,
      name,
      description,
      imageUrl,
    }))
}
