import { exportAccount } from '../modules/accounts/personal-data.ts'
import { exportPersonalData as exportAuditLogData } from '../modules/admin/personal-data.ts'
import { exportBadgeData } from '../modules/badges/export-personal-data.ts'
import { exportBattlePersonalData } from '../modules/battle-records/personal-data.ts'
import { exportCapstoneData } from '../modules/capstones/personal-data.ts'
import { exportPersonalData as exportCertificateData } from '../modules/certificates/personal-data.ts'
import { exportContestPersonalData } from '../modules/contests/personal-data.ts'
import { exportLeaderboardData } from '../modules/leaderboards/personal-data.ts'
import { exportLedgerData } from '../modules/ledger/personal-data.ts'
import { exportNotifications } from '../modules/notifications/personal-data.ts'
import { exportPayments } from '../modules/payment-orders/personal-data.ts'
import { exportProgressData } from '../modules/progress/personal-data.ts'
import { exportAudience } from '../modules/promotions/personal-data.ts'
import { exportReferrals } from '../modules/referrals/personal-data.ts'
import { exportSettlement } from '../modules/settlement/personal-data.ts'
import { exportSubscriptions } from '../modules/subscriptions/personal-data.ts'
import { exportWallet } from '../modules/wallet/personal-data.ts'
import { exportInbox } from '../modules/webhooks/personal-data.ts'
import type { PersonalDataSection } from '../platform/personal-data.ts'

/** The sections of the personal data export, one per module that stores personal data. */
export const PERSONAL_DATA_EXPORTS: PersonalDataSection[] = [
  { name: 'identity', read: exportAccount },
  { name: 'learning', read: exportProgressData },
  { name: 'contests', read: exportContestPersonalData },
  { name: 'capstones', read: exportCapstoneData },
  { name: 'rewards', read: exportLedgerData },
  { name: 'wallet', read: exportWallet },
  { name: 'payments', read: exportPayments },
  { name: 'settlement', read: exportSettlement },
  { name: 'badges', read: exportBadgeData },
  { name: 'battles', read: exportBattlePersonalData },
  { name: 'certificates', read: exportCertificateData },
  { name: 'leaderboards', read: exportLeaderboardData },
  { name: 'notifications', read: exportNotifications },
  { name: 'promotions', read: exportAudience },
  { name: 'referrals', read: exportReferrals },
  { name: 'subscriptions', read: exportSubscriptions },
  { name: 'webhooks', read: exportInbox },
  { name: 'administration', read: exportAuditLogData },
]
