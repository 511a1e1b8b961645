import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord, listUsernames } from '../../accounts/public/user-records.ts'
import { countUserEnrollments, listUserEnrollments } from '../../progress/public/get-learning-overview.ts'
import { listReferralMembers } from '../../referrals/public/get-referral-overview.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
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
      response: { status: 200, data: OverviewSchema, example: OVERVIEW_EXAMPLE },
      handle: ({ params, now }) => getUserOverview(db, params.id as UserId, now),
    }),

    adminRead('GET /admin/users/:id/enrollments', {
      summary: 'List the courses of a user',
      description: 'With their progress, the newest enrollment first.',
      params: UserParams,
      query: pagingQuery(20),
      response: {
        status: 200,
        data: z.array(EnrollmentSchema),
        meta: PagingMeta,
        example: OVERVIEW_EXAMPLE.learning.enrollments,
      },
      handle: async ({ params, query: { page, limit } }) => {
        const userId = params.id as UserId
        const [enrollments, total] = await Promise.all([
          listUserEnrollments(db, userId, { limit, offset: (page - 1) * limit }),
          countUserEnrollments(db, userId),
          getUserRecord(db, userId),
        ])
        return new Reply(enrollments.map(presentEnrollment), { meta: { total, page, limit } })
      },
    }),

    adminRead('GET /admin/users/:id/referrals', {
      summary: 'List the users whom a user invited',
      description: 'The newest account first. `total` is at most 10,000.',
      params: UserParams,
      query: pagingQuery(20),
      response: {
        status: 200,
        data: z.array(ReferralMemberSchema),
        meta: PagingMeta,
        example: [
          {
            userId: '019a8b5e-7c1d-7000-8000-0000000000b3',
            username: 'grace_h',
            joinedAt: '2026-10-28T08:00:00.000Z',
            firstCourseAt: '2026-11-01T08:00:00.000Z',
            lastLessonAt: '2026-11-02T08:00:00.000Z',
            bonus: 'PAID' as const,
          },
        ],
      },
      handle: async ({ params, query: { page, limit } }) => {
        const userId = params.id as UserId
        const [{ members, total }] = await Promise.all([
          listReferralMembers(db, userId, { limit, offset: (page - 1) * limit }),
          getUserRecord(db, userId),
        ])
        const names = await listUsernames(
          db,
          members.map((member) => member.userId),
        )
        const shown = members.map((member) => ({
          ...member,
          username: names.get(member.userId) ?? null,
          joinedAt: member.joinedAt.toISOString(),
          firstCourseAt: member.firstCourseAt?.toISOString() ?? null,
          lastLessonAt: member.lastLessonAt?.toISOString() ?? null,
        }))
        return new Reply(shown, { meta: { total, page, limit } })
      },
    }),
  ]
}
