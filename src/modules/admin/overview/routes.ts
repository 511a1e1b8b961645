import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getUserRecord, listUsernames } from '../../accounts/public/user-records.ts'
import { countUserEnrollments, listUserEnrollments } from '../../progress/public/get-learning-overview.ts'
import { listReferralMembers } from '../../referrals/public/get-referral-overview.ts'
import { adminList, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { UserParams } from '../users/user-read-routes.ts'
import { getUserOverview, presentEnrollment } from './get-user-overview.ts'
import { EnrollmentSchema, OVERVIEW_EXAMPLE, OverviewSchema, ReferralMemberSchema } from './overview-view.ts'

export function overviewRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/users/:id/overview', {
      summary: 'Read everything about a user that staff need first',
      description:
        'The account, and the newest items of each section. Sessions, ledger entries, enrollments, certificates, invited users and notes have lists of their own; orders and audit entries are lists with a filter by user.',
      params: UserParams,
      response: { data: OverviewSchema, example: OVERVIEW_EXAMPLE },
      handle: ({ params, now }) => getUserOverview(db, params.id, now),
    }),

    adminList('GET /admin/users/:id/enrollments', {
      summary: 'List the courses of a user',
      description: 'With their progress, the newest enrollment first.',
      params: UserParams,
      item: EnrollmentSchema,
      example: OVERVIEW_EXAMPLE.learning.enrollments[0],
      list: async ({ params: { id: userId } }, page) => {
        const [enrollments, total] = await Promise.all([
          listUserEnrollments(db, userId, page),
          countUserEnrollments(db, userId),
          getUserRecord(db, userId),
        ])
        return { items: enrollments.map(presentEnrollment), total }
      },
    }),

    adminList('GET /admin/users/:id/referrals', {
      summary: 'List the users whom a user invited',
      description: 'The newest account first. `total` is at most 10,000.',
      params: UserParams,
      item: ReferralMemberSchema,
      example: {
        userId: '019a8b5e-7c1d-7000-8000-0000000000b3',
        username: 'grace_h',
        joinedAt: '2026-10-28T08:00:00.000Z',
        firstCourseAt: '2026-11-01T08:00:00.000Z',
        lastLessonAt: '2026-11-02T08:00:00.000Z',
        bonus: 'PAID' as const,
      },
      list: async ({ params: { id: userId } }, page) => {
        const [{ members, total }] = await Promise.all([
          listReferralMembers(db, userId, page),
          getUserRecord(db, userId),
        ])
        const names = await listUsernames(
          db,
          members.map((member) => member.userId),
        )
        const items = members.map((member) => ({
          ...isoDates(member),
          username: names.get(member.userId) ?? null,
        }))
        return { items, total }
      },
    }),
  ]
}
