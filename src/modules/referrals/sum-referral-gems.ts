import { invitedRewarded, referralQualified } from '../../events/referrals.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'

/** The gems that the transaction of these events paid to an invited user. The response adds them to its totals. */
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
