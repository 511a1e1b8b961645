import { badgeUnlocked } from '../../../events/badges.ts'
import { invitedRewarded, referralQualified } from '../../../events/referrals.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'

/** Reads from the events of a transaction what the response to a completed lesson shows. */

type UnlockedBadge = Pick<
  Parameters<typeof badgeUnlocked>[0],
  'badgeType' | 'name' | 'description' | 'imageUrl'
>

/** Returns the unlocked badges in the order of the events. */
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

/** Returns the gems that the user received as an invited user. */
export function sumReferralGems(events: DomainEvent[], userId: UserId): number {
  return events.reduce((gems, event) => gems + referralGems(event, userId), 0)
}

function referralGems(event: DomainEvent, userId: UserId): number {
  if (event.name === referralQualified.eventName) {
    const { data } = event as ReturnType<typeof referralQualified>
    return data.invitedUserId === userId ? data.invitedGems : 0
  }
  if (event.name !== invitedRewarded.eventName) return 0
  const { data } = event as ReturnType<typeof invitedRewarded>
  return data.userId === userId ? data.gems : 0
}
