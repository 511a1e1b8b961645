import { orNull, TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { AUDIT_ENTRY_EXAMPLE, AuditEntrySchema } from '../../staff-access/public/audit-entry-view.ts'
import { NOTE_EXAMPLE, NoteSchema } from '../notes/note-view.ts'
import { AdminCertificateSchema, CERTIFICATE_EXAMPLE } from '../operations/certificate-view.ts'
import { AdminOrderSummarySchema, ORDER_SUMMARY_EXAMPLE } from '../operations/order-view.ts'
import { AdminLedgerEntrySchema, LEDGER_ENTRY_EXAMPLE } from '../users/ledger-view.ts'
import { AdminSessionSchema, SESSION_EXAMPLE } from '../users/session-view.ts'
import { USER_EXAMPLE, UserDetailSchema } from '../users/user-read-routes.ts'

const DeviceSchema = z
  .object({
    id: z.string(),
    platform: z.enum(['IOS', 'ANDROID', 'WEB']),
    kind: z.enum(['FCM', 'WEB_PUSH']),
    createdAt: TimestampSchema,
    lastSeenAt: TimestampSchema,
  })
  .openapi('AdminDevice')

const LedgerSectionSchema = z.object({
  balances: z.object({ XP: z.int(), GEM: z.int(), USDT: z.int() }),
  entries: z.array(AdminLedgerEntrySchema),
})

export const EnrollmentSchema = z
  .object({
    courseId: z.string(),
    title: z.string(),
    completedLessons: z.int(),
    totalLessons: z.int(),
    progressPercentage: z.int(),
    enrolledAt: TimestampSchema,
    completedAt: TimestampSchema.nullable(),
  })
  .openapi('AdminEnrollment')

const LearningSectionSchema = z.object({
  enrollments: z.array(EnrollmentSchema),
  enrolledCourses: z.int(),
  completedCourses: z.int(),
  completedLessons: z.int(),
  streak: z.object({ currentDays: z.int(), longestDays: z.int(), freezes: z.int() }),
  lastLearningDay: orNull(z.iso.date()).openapi({ description: 'In the time zone of the user on that day' }),
})

export const ReferralMemberSchema = z
  .object({
    userId: z.string(),
    username: z.string().nullable().openapi({ description: 'Null for a deleted account' }),
    joinedAt: TimestampSchema,
    firstCourseAt: TimestampSchema.nullable(),
    lastLessonAt: TimestampSchema.nullable(),
    bonus: z
      .enum(['PAID', 'DAILY_CAP', 'TOTAL_CAP', 'INVITER_INACTIVE'])
      .nullable()
      .openapi({ description: 'What became of the bonus of the inviter; null until the first course' }),
  })
  .openapi('AdminReferralMember')

const ReferralSectionSchema = z.object({
  referredBy: z.string().nullable().openapi({ description: 'The id of the user who invited this one' }),
  code: z.string().nullable(),
  members: z.object({
    invited: z.int(),
    active: z.int().openapi({ description: 'With a lesson in the last 30 days; at most 10,000' }),
    rewarded: z.int().openapi({ description: 'For whom the user got the bonus' }),
  }),
  gemsEarned: z.int(),
  xpEarned: z.int(),
})

/** How many items each section shows; the sections have their own lists for more. */
export const SECTION_LIMITS = {
  sessions: 10,
  devices: 10,
  entries: 20,
  enrollments: 20,
  orders: 10,
  certificates: 10,
  notes: 10,
  audit: 10,
} as const

export const OverviewSchema = z
  .object({
    user: UserDetailSchema,
    sessions: z.array(AdminSessionSchema),
    devices: z.array(DeviceSchema).openapi({ description: 'The devices that receive pushes' }),
    ledger: LedgerSectionSchema,
    learning: LearningSectionSchema,
    orders: z.array(AdminOrderSummarySchema),
    certificates: z.array(AdminCertificateSchema),
    referrals: ReferralSectionSchema,
    moderation: z.object({ suspendedAt: TimestampSchema.nullable() }),
    notes: z.array(NoteSchema),
    audit: z.array(AuditEntrySchema).openapi({
      description: 'The newest actions that concern the user, without the IP addresses of the actors',
    }),
  })
  .openapi('AdminUserOverview')

export const OVERVIEW_EXAMPLE: z.input<typeof OverviewSchema> = {
  user: USER_EXAMPLE,
  sessions: [SESSION_EXAMPLE],
  devices: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000d7',
      platform: 'ANDROID',
      kind: 'FCM',
      createdAt: '2026-11-02T08:00:00.000Z',
      lastSeenAt: '2026-11-02T09:30:00.000Z',
    },
  ],
  ledger: { balances: { XP: 1_250, GEM: 40, USDT: 0 }, entries: [LEDGER_ENTRY_EXAMPLE] },
  learning: {
    enrollments: [
      {
        courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
        title: 'Blockchain basics',
        completedLessons: 3,
        totalLessons: 6,
        progressPercentage: 50,
        enrolledAt: '2026-10-28T08:00:00.000Z',
        completedAt: null,
      },
    ],
    enrolledCourses: 1,
    completedCourses: 0,
    completedLessons: 3,
    streak: { currentDays: 5, longestDays: 12, freezes: 1 },
    lastLearningDay: '2026-11-02',
  },
  orders: [ORDER_SUMMARY_EXAMPLE],
  certificates: [CERTIFICATE_EXAMPLE],
  referrals: {
    referredBy: '019a8b5e-7c1d-7000-8000-0000000000b4',
    code: 'K7M2Q9TX',
    members: { invited: 4, active: 2, rewarded: 1 },
    gemsEarned: 50,
    xpEarned: 100,
  },
  moderation: { suspendedAt: null },
  notes: [NOTE_EXAMPLE],
  audit: [{ ...AUDIT_ENTRY_EXAMPLE, details: { reason: 'A lesson was lost.' } }],
}
