import type { AccountDeletedEvent } from '../events/accounts.ts'
import { eraseLateWritesJob } from '../modules/accounts/jobs.ts'
import { erasePersonalData as eraseStaffNotes } from '../modules/admin/personal-data.ts'
import { erasePersonalData as eraseBadges } from '../modules/badges/personal-data.ts'
import { erasePersonalData as eraseBattleResults } from '../modules/battle-results/personal-data.ts'
import { erasePersonalData as eraseBattleRooms } from '../modules/battle-rooms/personal-data.ts'
import { erasePersonalData as eraseCapstones } from '../modules/capstones/personal-data.ts'
import { erasePersonalData as eraseCertificateName } from '../modules/certificate-names/personal-data.ts'
import { erasePersonalData as eraseCertificates } from '../modules/certificates/personal-data.ts'
import { erasePersonalData as eraseContestPlans } from '../modules/content-admin/personal-data.ts'
import { erasePersonalData as eraseContests } from '../modules/contests/personal-data.ts'
import { erasePersonalData as eraseCourseTests } from '../modules/course-tests/personal-data.ts'
import { erasePersonalData as eraseLeaderboards } from '../modules/leaderboards/personal-data.ts'
import { erasePersonalData as eraseMastery } from '../modules/mastery/personal-data.ts'
import { erasePersonalData as eraseMatchmaking } from '../modules/matchmaking/personal-data.ts'
import { erasePersonalData as eraseMedia } from '../modules/media/personal-data.ts'
import { erasePersonalData as eraseNotifications } from '../modules/notifications/personal-data.ts'
import { erasePersonalData as erasePaymentOrders } from '../modules/payment-orders/personal-data.ts'
import { erasePersonalData as erasePractice } from '../modules/practice/personal-data.ts'
import { erasePersonalData as eraseProgress } from '../modules/progress/personal-data.ts'
import { erasePersonalData as erasePromotions } from '../modules/promotions/personal-data.ts'
import { erasePersonalData as eraseReferralData } from '../modules/referrals/personal-data.ts'
import { erasePersonalData as eraseReports } from '../modules/reports/personal-data.ts'
import { erasePersonalData as eraseReview } from '../modules/review/personal-data.ts'
import { erasePersonalData as eraseRoadmap } from '../modules/roadmaps/personal-data.ts'
import { erasePersonalData as eraseSessionData } from '../modules/sessions/personal-data.ts'
import { erasePersonalData as eraseSignInData } from '../modules/sign-in/personal-data.ts'
import { erasePersonalData as eraseAuditLog } from '../modules/staff-access/personal-data.ts'
import { erasePersonalData as eraseStaffGrants } from '../modules/staff-grants/personal-data.ts'
import { erasePersonalData as eraseStreaks } from '../modules/streaks/personal-data.ts'
import { erasePersonalData as eraseSubscriptionData } from '../modules/subscriptions/personal-data.ts'
import { erasePersonalData as eraseWallets } from '../modules/wallet/personal-data.ts'
import { erasePersonalData as eraseWebhooks } from '../modules/webhooks/personal-data.ts'
import { addMs, MINUTE_MS } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import type { PubSub } from '../platform/pubsub/pubsub.ts'
import type { EventHandler } from '../platform/transaction/reactions.ts'

/** The erasure of each module when an account is deleted. All handlers can run again. */
export function erasureHandlers(pubsub: PubSub): EventHandler<AccountDeletedEvent['data']>[] {
  return [
    eraseSessionData,
    eraseSignInData,
    eraseContests,
    eraseContestPlans,
    eraseProgress,
    eraseCourseTests,
    eraseReview,
    erasePractice,
    eraseMastery,
    eraseRoadmap,
    eraseBadges,
    eraseLeaderboards,
    eraseBattleResults,
    eraseMatchmaking,
    eraseBattleRooms(pubsub),
    erasePromotions,
    eraseReferralData,
    eraseReports,
    eraseCapstones,
    eraseMedia,
    eraseNotifications,
    eraseWallets,
    eraseCertificates,
    eraseCertificateName,
    erasePaymentOrders,
    eraseSubscriptionData,
    eraseWebhooks,
    eraseAuditLog,
    eraseStaffNotes,
    eraseStaffGrants,
    eraseStreaks,
  ]
}

/** Longer than any request or transaction that started before the deletion. */
const LATE_WRITES_DELAY_MS = 2 * MINUTE_MS

/**
 * Runs all erasure handlers again two minutes after an account was deleted. Requests lock the account only with a
 * share lock, so one may commit just after the deletion.
 */
export async function eraseLateWrites(
  { write, pubsub }: Pick<Platform, 'write' | 'pubsub'>,
  event: AccountDeletedEvent,
  now: Date,
): Promise<void> {
  const due = addMs(new Date(event.data.at), LATE_WRITES_DELAY_MS)
  await write(async (tx) => {
    if (now < due) return tx.enqueue(eraseLateWritesJob, event, { startAfter: due })
    for (const erase of erasureHandlers(pubsub)) await erase(tx, event)
  })
}
