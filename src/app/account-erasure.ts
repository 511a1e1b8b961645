import { erasePersonalData as eraseAuditLogData } from '../modules/admin/personal-data.ts'
import { eraseBadgeData } from '../modules/badges/personal-data.ts'
import { eraseBattlePersonalData } from '../modules/battle-rooms/personal-data.ts'
import { eraseCapstoneData } from '../modules/capstones/personal-data.ts'
import { erasePersonalData as eraseCertificateData } from '../modules/certificates/personal-data.ts'
import { eraseContestPersonalData } from '../modules/contests/personal-data.ts'
import { eraseLeaderboardData } from '../modules/leaderboards/public/hide-user.ts'
import { forgetNotifications } from '../modules/notifications/personal-data.ts'
import { forgetPayments } from '../modules/payment-orders/personal-data.ts'
import { type AccountDeletedEvent, eraseLateWritesJob } from '../modules/profiles/jobs.ts'
import { eraseProgressData } from '../modules/progress/personal-data.ts'
import { forgetAudience } from '../modules/promotions/personal-data.ts'
import { eraseReferralData } from '../modules/referrals/personal-data.ts'
import { eraseStreakData } from '../modules/streaks/personal-data.ts'
import { eraseSubscriptionData } from '../modules/subscriptions/personal-data.ts'
import { eraseWalletData } from '../modules/wallet/reset-claimed-wallet.ts'
import { forgetInbox } from '../modules/webhooks/personal-data.ts'
import { addMs, MINUTE_MS } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import type { PubSub } from '../platform/pubsub/pubsub.ts'
import type { EventHandler } from '../platform/transaction/reactions.ts'

/** The erasure of each module when an account is deleted. All handlers can run again. */
export function erasureHandlers(pubsub: PubSub): EventHandler<AccountDeletedEvent['data']>[] {
  return [
    eraseContestPersonalData,
    eraseProgressData,
    eraseBadgeData,
    eraseLeaderboardData,
    eraseBattlePersonalData(pubsub),
    forgetAudience,
    eraseReferralData,
    eraseCapstoneData,
    forgetNotifications,
    eraseWalletData,
    eraseCertificateData,
    forgetPayments,
    eraseSubscriptionData,
    forgetInbox,
    eraseAuditLogData,
    eraseStreakData,
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
