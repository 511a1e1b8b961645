import { exportActs } from '../modules/admin/audit/personal-data.ts'
import { exportBadges } from '../modules/badges/export-badges.ts'
import { exportBattles } from '../modules/battles/export-battles.ts'
import { exportSubmissions } from '../modules/capstones/learner-data.ts'
import { exportCertificates } from '../modules/certificates/certificate-data.ts'
import { exportParticipant } from '../modules/contests/entry/participant-data.ts'
import { exportAccount } from '../modules/identity/accounts/export-account.ts'
import { exportScores } from '../modules/leaderboards/export-scores.ts'
import { exportLearner } from '../modules/learning/progress/learner-data.ts'
import { exportNotifications } from '../modules/notifications/personal-data.ts'
import { exportPayments } from '../modules/payments/personal-data.ts'
import type { PersonalDataSection } from '../modules/profiles/personal-data.ts'
import { exportAudience } from '../modules/promotions/audience-data.ts'
import { exportReferrals } from '../modules/referrals/member-data.ts'
import { exportRewards } from '../modules/rewards/export-rewards.ts'
import { exportSettlement } from '../modules/settlement/export-settlement.ts'
import { exportSubscriptions } from '../modules/subscriptions/personal-data.ts'
import { exportWallet } from '../modules/wallet/export-wallet.ts'
import { exportInbox } from '../modules/webhooks/inbox/personal-data.ts'

/** What a user gets when they ask for all of their data: a line for every module that keeps some. */
export const PERSONAL_DATA: PersonalDataSection[] = [
  { name: 'identity', read: exportAccount },
  { name: 'learning', read: exportLearner },
  { name: 'contests', read: exportParticipant },
  { name: 'capstones', read: exportSubmissions },
  { name: 'rewards', read: exportRewards },
  { name: 'wallet', read: exportWallet },
  { name: 'payments', read: exportPayments },
  { name: 'settlement', read: exportSettlement },
  { name: 'badges', read: exportBadges },
  { name: 'battles', read: exportBattles },
  { name: 'certificates', read: exportCertificates },
  { name: 'leaderboards', read: exportScores },
  { name: 'notifications', read: exportNotifications },
  { name: 'promotions', read: exportAudience },
  { name: 'referrals', read: exportReferrals },
  { name: 'subscriptions', read: exportSubscriptions },
  { name: 'webhooks', read: exportInbox },
  { name: 'administration', read: exportActs },
]
