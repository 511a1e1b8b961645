import type { invitedRewarded, referralQualified } from '../../../events/referrals.ts'
import type { EventData } from '../../../platform/transaction/define-event.ts'
import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/en.ts'

/** Notifies both users about their bonus; a bonus that a limit withheld is not mentioned. */
export function referralNotices(data: EventData<typeof referralQualified>): Notice[] {
  const { userId, invitedUserId, inviterGems, invitedGems } = data
  const bonuses: [typeof userId, TemplateName, number][] = [
    [userId, 'REFERRAL_BONUS', inviterGems],
    [invitedUserId, 'REFERRAL_WELCOME', invitedGems],
  ]
  return bonuses
    .filter(([, , gems]) => gems > 0)
    .map(([userId, template, gems]) => ({
      userId,
      type: 'REFERRAL_BONUS',
      template,
      values: { gems },
      link: 'referral',
    }))
}

export function invitedUserNotices({ userId, gems }: EventData<typeof invitedRewarded>): Notice[] {
  if (gems === 0) return []
  return [
    { userId, type: 'REFERRAL_BONUS', template: 'REFERRAL_WELCOME', values: { gems }, link: 'referral' },
  ]
}
