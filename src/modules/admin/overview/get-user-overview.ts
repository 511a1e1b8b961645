import type { Db } from '../../../platform/db/database.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { z } from '../../../platform/zod.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { listCertificates } from '../../certificates/public/list-certificates.ts'
import { getBalances } from '../../ledger/public/get-balances.ts'
import { listUserEntries } from '../../ledger/public/list-user-entries.ts'
import { listUserDevices } from '../../notifications/public/list-user-devices.ts'
import { listOwnOrders } from '../../payment-orders/public/list-orders.ts'
import {
  type EnrollmentOverview,
  getLearningOverview,
  type LearningOverview,
} from '../../progress/public/get-learning-overview.ts'
import { getReferralOverview } from '../../referrals/public/get-referral-overview.ts'
import { listUserSessions } from '../../sessions/public/list-user-sessions.ts'
import { presentAuditEntries } from '../../staff-access/public/audit-entry-view.ts'
import { listUserAuditEntries } from '../../staff-access/public/list-user-audit-entries.ts'
import { getStreakOverview, type StreakOverview } from '../../streaks/public/get-streak-overview.ts'
import { hasPremium } from '../../subscriptions/public/has-premium.ts'
import { listNotes } from '../notes/queries.ts'
import { presentCertificate } from '../operations/certificate-view.ts'
import { presentOrderSummary } from '../operations/order-view.ts'
import { presentLedgerEntry } from '../users/ledger-view.ts'
import { type OverviewSchema, SECTION_LIMITS } from './overview-view.ts'

type Overview = z.input<typeof OverviewSchema>

/** Reads everything about a user that staff need first. No query waits for another one. */
export async function getUserOverview(db: Db, userId: UserId, now: Date): Promise<Overview> {
  const firstOf = (limit: number) => ({ limit, offset: 0 })
  const firstPage = (limit: number) => ({ limit, page: 1 })
  const [
    user,
    isPremium,
    balances,
    entries,
    sessions,
    devices,
    learning,
    streakIn,
    { orders },
    { certificates },
    referrals,
    notes,
    audit,
  ] = await Promise.all([
    getUserRecord(db, userId),
    hasPremium(db, userId, now),
    getBalances(db, userId),
    listUserEntries(db, userId, firstOf(SECTION_LIMITS.entries)),
    listUserSessions(db, userId, firstOf(SECTION_LIMITS.sessions)),
    listUserDevices(db, userId, SECTION_LIMITS.devices),
    getLearningOverview(db, userId, SECTION_LIMITS.enrollments),
    getStreakOverview(db, userId, now),
    listOwnOrders(db, userId, firstPage(SECTION_LIMITS.orders)),
    listCertificates(db, userId, firstPage(SECTION_LIMITS.certificates)),
    getReferralOverview(db, userId, now),
    listNotes(db, userId, firstOf(SECTION_LIMITS.notes)),
    listUserAuditEntries(db, userId, SECTION_LIMITS.audit),
  ])
  const presented = isoDates(user)
  return {
    user: { ...presented, totalXP: balances.XP, totalGems: balances.GEM, isPremium },
    sessions: sessions.map(isoDates),
    devices: devices.map(isoDates),
    ledger: { balances, entries: entries.map(presentLedgerEntry) },
    learning: presentLearning(learning, streakIn(user.timeZone)),
    orders: orders.map(presentOrderSummary),
    certificates: certificates.map(presentCertificate),
    referrals,
    moderation: { suspendedAt: presented.suspendedAt },
    notes: notes.map(isoDates),
    audit: await presentAuditEntries(db, audit),
  }
}

function presentLearning(
  { enrollments, ...counts }: LearningOverview,
  { lastLearningDay, ...streak }: StreakOverview,
): Overview['learning'] {
  return {
    ...counts,
    enrollments: enrollments.map(presentEnrollment),
    streak,
    lastLearningDay,
  }
}

export function presentEnrollment(
  enrollment: EnrollmentOverview,
): Overview['learning']['enrollments'][number] {
  const { completedLessons, totalLessons } = enrollment
  const progressPercentage = totalLessons === 0 ? 0 : Math.floor((100 * completedLessons) / totalLessons)
  return { ...isoDates(enrollment), progressPercentage }
}
