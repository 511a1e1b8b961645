import { exportPersonalData as exportAccount } from '../modules/accounts/personal-data.ts'
import { exportPersonalData as exportStaffNotes } from '../modules/admin/personal-data.ts'
import { exportPersonalData as exportBadges } from '../modules/badges/personal-data.ts'
import { exportPersonalData as exportBattles } from '../modules/battle-records/personal-data.ts'
import { exportPersonalData as exportCapstones } from '../modules/capstones/personal-data.ts'
import { exportPersonalData as exportCertificateName } from '../modules/certificate-names/personal-data.ts'
import { exportPersonalData as exportCertificates } from '../modules/certificates/personal-data.ts'
import { exportPersonalData as exportContestPlans } from '../modules/content-admin/personal-data.ts'
import { exportPersonalData as exportContests } from '../modules/contests/personal-data.ts'
import { exportPersonalData as exportCourseTests } from '../modules/course-tests/personal-data.ts'
import { exportPersonalData as exportLeaderboards } from '../modules/leaderboards/personal-data.ts'
import { exportPersonalData as exportLedger } from '../modules/ledger/personal-data.ts'
import { exportPersonalData as exportMastery } from '../modules/mastery/personal-data.ts'
import { exportPersonalData as exportMedia } from '../modules/media/personal-data.ts'
import { exportPersonalData as exportNotifications } from '../modules/notifications/personal-data.ts'
import { exportPersonalData as exportPaymentOrders } from '../modules/payment-orders/personal-data.ts'
import { exportPersonalData as exportPractice } from '../modules/practice/personal-data.ts'
import { exportPersonalData as exportProgress } from '../modules/progress/personal-data.ts'
import { exportPersonalData as exportPromotions } from '../modules/promotions/personal-data.ts'
import { exportPersonalData as exportReferrals } from '../modules/referrals/personal-data.ts'
import { exportPersonalData as exportReports } from '../modules/reports/personal-data.ts'
import { exportPersonalData as exportReview } from '../modules/review/personal-data.ts'
import { exportPersonalData as exportRoadmap } from '../modules/roadmaps/personal-data.ts'
import { exportPersonalData as exportSessions } from '../modules/sessions/personal-data.ts'
import { exportPersonalData as exportSettlement } from '../modules/settlement/personal-data.ts'
import { exportPersonalData as exportSocialIdentities } from '../modules/sign-in/personal-data.ts'
import { exportPersonalData as exportAuditLog } from '../modules/staff-access/personal-data.ts'
import { exportPersonalData as exportStaffGrants } from '../modules/staff-grants/personal-data.ts'
import { exportPersonalData as exportStreaks } from '../modules/streaks/personal-data.ts'
import { exportPersonalData as exportSubscriptions } from '../modules/subscriptions/personal-data.ts'
import { exportPersonalData as exportWallet } from '../modules/wallet/personal-data.ts'
import { exportPersonalData as exportWebhooks } from '../modules/webhooks/personal-data.ts'
import type { PersonalDataSection } from '../platform/personal-data.ts'

/** The sections of the personal data export, one per module that stores personal data. */
export const PERSONAL_DATA_EXPORTS: PersonalDataSection[] = [
  {
    name: 'identity',
    read: async (db, userId) => ({
      account: await exportAccount(db, userId),
      sessions: await exportSessions(db, userId),
      socialIdentities: await exportSocialIdentities(db, userId),
    }),
  },
  {
    name: 'learning',
    read: async (db, userId) => ({
      ...(await exportProgress(db, userId)),
      ...(await exportRoadmap(db, userId)),
    }),
  },
  { name: 'courseTests', read: exportCourseTests },
  { name: 'review', read: exportReview },
  { name: 'practice', read: exportPractice },
  { name: 'mastery', read: exportMastery },
  { name: 'contests', read: exportContests },
  { name: 'contestPlans', read: exportContestPlans },
  { name: 'capstones', read: exportCapstones },
  {
    name: 'rewards',
    read: async (db, userId) => ({
      ...(await exportLedger(db, userId)),
      ...(await exportStreaks(db, userId)),
    }),
  },
  { name: 'wallet', read: exportWallet },
  { name: 'payments', read: exportPaymentOrders },
  { name: 'settlement', read: exportSettlement },
  { name: 'badges', read: exportBadges },
  { name: 'battles', read: exportBattles },
  { name: 'certificates', read: exportCertificates },
  { name: 'certificateName', read: exportCertificateName },
  { name: 'leaderboards', read: exportLeaderboards },
  { name: 'media', read: exportMedia },
  { name: 'notifications', read: exportNotifications },
  { name: 'promotions', read: exportPromotions },
  { name: 'referrals', read: exportReferrals },
  { name: 'reports', read: exportReports },
  { name: 'subscriptions', read: exportSubscriptions },
  { name: 'webhooks', read: exportWebhooks },
  { name: 'administration', read: exportAuditLog },
  { name: 'staffNotes', read: exportStaffNotes },
  { name: 'staffGrants', read: exportStaffGrants },
]
