import { commonErrors } from '../../../platform/errors.ts'
import { ROLES } from '../../../platform/http/caller.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import {
  BooleanQuery,
  IdParam,
  PagingMeta,
  pagingQuery,
  TimestampSchema,
} from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord, listUserRecordsById, searchUsers } from '../../accounts/public/user-records.ts'
import { getTotals } from '../../ledger/public/get-totals.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { listActiveLearners, SEARCHED_ACTIVITIES } from '../../streaks/public/list-active-learners.ts'
import { hasPremium } from '../../subscriptions/public/has-premium.ts'

export const UserParams = z.object({ id: IdParam })

const UserSchema = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  country: z.string().nullable(),
  language: z.string(),
  timeZone: z.string(),
  isEmailVerified: z.boolean(),
  isTwoFactorEnabled: z.boolean(),
  suspendedAt: TimestampSchema.nullable(),
  createdAt: TimestampSchema,
})
const ListedUserSchema = UserSchema.openapi('AdminUserSummary')
export const UserDetailSchema = UserSchema.extend({
  totalXP: z.int(),
  totalGems: z.int(),
  isPremium: z.boolean(),
}).openapi('AdminUser')

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000b2',
  email: 'ada@example.com',
  username: 'ada_l',
  role: 'USER' as const,
  country: 'KE',
  language: 'en',
  timeZone: 'Africa/Nairobi',
  isEmailVerified: true,
  isTwoFactorEnabled: false,
  suspendedAt: null,
  createdAt: '2026-11-02T08:00:00.000Z',
}

export const USER_EXAMPLE = { ...EXAMPLE, totalXP: 1_250, totalGems: 40, isPremium: false }

export function userReadRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/users', {
      summary: 'Search users',
      description: 'Newest first. `total` is at most 10,000.',
      query: pagingQuery(20).extend({
        search: z
          .string()
          .trim()
          .min(3)
          .max(254)
          .optional()
          .openapi({ description: 'A part of the username or email address', example: 'ada' }),
        role: z.enum(ROLES).optional(),
        isSuspended: BooleanQuery.optional(),
        from: z.iso.datetime().optional().openapi({ description: 'Signed up at this time or later' }),
        to: z.iso.datetime().optional().openapi({ description: 'Signed up before this time' }),
        activeSince: z.iso
          .date()
          .optional()
          .openapi({
            description: `With a learning activity on this day or later, the last active first. Not together with other filters. Looks at the newest ${SEARCHED_ACTIVITIES.toLocaleString('en')} activities.`,
          }),
      }),
      response: { status: 200, data: z.array(ListedUserSchema), meta: PagingMeta, example: [EXAMPLE] },
      handle: async ({ query: { from, to, activeSince, ...query } }) => {
        const { page, limit, ...filters } = query
        if (activeSince !== undefined) {
          if ([from, to, ...Object.values(filters)].some((filter) => filter !== undefined))
            throw commonErrors.validation_failed({
              details: [{ field: 'activeSince', message: 'cannot be used together with other filters' }],
            })
          const active = await listActiveLearners(db, activeSince, { limit, offset: (page - 1) * limit })
          const users = await listUserRecordsById(db, active.ids)
          return new Reply(users.map(presentUser), { meta: { total: active.total, page, limit } })
        }
        const time = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
        const { users, total } = await searchUsers(db, { ...query, ...time })
        return new Reply(users.map(presentUser), { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminRead('GET /admin/users/:id', {
      summary: 'Read a user',
      params: UserParams,
      response: {
        status: 200,
        data: UserDetailSchema,
        example: USER_EXAMPLE,
      },
      handle: async ({ params, now }) => {
        const userId = params.id as UserId
        const [user, totals, isPremium] = await Promise.all([
          getUserRecord(db, userId),
          getTotals(db, userId),
          hasPremium(db, userId, now),
        ])
        return { ...presentUser(user), ...totals, isPremium }
      },
    }),
  ]
}

export function presentUser(
  user: Awaited<ReturnType<typeof getUserRecord>>,
): z.output<typeof ListedUserSchema> {
  return {
    ...user,
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  }
}
