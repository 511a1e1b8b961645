import { forgetActs } from '../modules/admin/audit/personal-data.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
import { forgetPlayer } from '../modules/battles/forget-player.ts'
import { forgetSubmissions } from '../modules/capstones/learner-data.ts'
import { forgetCertificates } from '../modules/certificates/certificate-data.ts'
import { withdrawParticipant } from '../modules/contests/entry/participant-data.ts'
import { hideDeletedUser } from '../modules/leaderboards/absences/hide-user.ts'
import { forgetLearner } from '../modules/learning/progress/learner-data.ts'
import { forgetNotifications } from '../modules/notifications/personal-data.ts'
import { forgetPayments } from '../modules/payments/personal-data.ts'
import { type Farewell, forgetLatecomers } from '../modules/profiles/jobs.ts'
import { forgetAudience } from '../modules/promotions/audience-data.ts'
import { forgetReferrals } from '../modules/referrals/member-data.ts'
import { forgetStreak } from '../modules/rewards/streak/forget-streak.ts'
import { forgetSubscriptions } from '../modules/subscriptions/personal-data.ts'
import { forgetProofs } from '../modules/wallet/forget-wallet.ts'
import { forgetInbox } from '../modules/webhooks/inbox/personal-data.ts'
import { later, MINUTE_MS } from '../platform/clock.ts'
import type { Live } from '../platform/live/live.ts'
import type { Platform } from '../platform/platform.ts'
import type { NowReaction } from '../platform/reactions.ts'

/** What each module does when an account is deleted. Done again, it finds what has come since, and does no harm. */
export function farewells(live: Live): NowReaction<Farewell['data']>[] {
  return [
    withdrawParticipant,
    forgetLearner,
    forgetBadges,
    hideDeletedUser,
    forgetPlayer(live),
    forgetAudience,
    forgetReferrals,
    forgetSubmissions,
    forgetNotifications,
    forgetProofs,
    forgetCertificates,
    forgetPayments,
    forgetSubscriptions,
    forgetInbox,
    forgetActs,
    forgetStreak,
  ]
}

/** Longer than a request or a transaction may take that began while its user was still there. */
const PATIENCE_MS = 2 * MINUTE_MS

/**
 * Bids farewell once more, when nothing can be under way any more. Whoever writes for a user shares the account with who
 * deletes it, because learning must not wait for credentials; so a request may commit just after its user has left.
 */
export async function forgetAgain(
  { write, live }: Pick<Platform, 'write' | 'live'>,
  fact: Farewell,
  now: Date,
): Promise<void> {
  const due = later(new Date(fact.data.at), PATIENCE_MS)
  await write(async (tx) => {
    if (now < due) return tx.enqueue(forgetLatecomers, fact, { startAfter: due })
    for (const forget of farewells(live)) await forget(tx, fact)
  })
}
