import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { ROLES } from '../../../platform/http/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { BooleanQuery, TimestampSchema } from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { listNewestSignUps } from '../../accounts/public/list-sign-ups.ts'
import { getUserRecord, listUserRecordsById, searchUsers } from '../../accounts/public/user-records.ts'
import { listCertifiedUsers } from '../../certificates/public/list-certificates.ts'
import { getTotals } from '../../ledger/public/get-totals.ts'
import { FIRST_STEP_DAYS, listFirstSteps } from '../../progress/public/list-first-steps.ts'
import { adminList, adminRead, idParams } from '../../staff-access/public/admin-endpoint.ts'
import { listActiveLearners, SEARCHED_ACTIVITIES } from '../../streaks/public/list-active-learners.ts'
import { hasPremium } from '../../subscriptions/public/has-premium.ts'

export const UserParams = idParams<UserId>()

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

/** The steps of the funnel after the sign-up. */
const STEPS = ['LESSON', 'COURSE', 'CERTIFICATE'] as const
/** As many of the newest sign-ups are looked at, so that the list stays cheap. */
export const SEARCHED_SIGN_UPS = 5_000

export function userReadRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/users', {
      summary: 'Search users',
      description: 'Newest first. `total` is at most 10,000.',
      filters: {
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
        activeTo: z.iso.date().optional().openapi({
          description: 'With `activeSince`: the activity was on this day or before',
        }),
        reached: z
          .enum(STEPS)
          .optional()
          .openapi({
            description: `Who completed a first lesson or course, or got a first certificate, within ${FIRST_STEP_DAYS} days after the sign-up. Not together with other filters than \`from\` and \`to\`. Looks at the newest ${SEARCHED_SIGN_UPS.toLocaleString('en')} sign-ups of that time.`,
          }),
      },
      item: ListedUserSchema,
      example: EXAMPLE,
      list: async ({ query: { from, to, activeSince, activeTo, reached, ...filters } }, page) => {
        if (activeSince !== undefined) {
          refuseOthers('activeSince', [from, to, reached, ...Object.values(filters)])
          const { ids, total } = await listActiveLearners(db, { from: activeSince, to: activeTo }, page)
          return { items: (await listUserRecordsById(db, ids)).map(isoDates), total }
        }
        if (activeTo !== undefined)
          throw commonErrors.validation_failed({
            details: [{ field: 'activeTo', message: 'needs activeSince' }],
          })
        const time = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
        if (reached !== undefined) {
          refuseOthers('reached', Object.values(filters))
          const ids = await listWhoReached(db, reached, time)
          const users = await listUserRecordsById(db, ids.slice(page.offset, page.offset + page.limit))
          return { items: users.map(isoDates), total: ids.length }
        }
        const { users, total } = await searchUsers(db, { ...filters, ...page, ...time })
        return { items: users.map(isoDates), total }
      },
    }),

    adminRead('GET /admin/users/:id', {
      summary: 'Read a user',
      params: UserParams,
      response: { data: UserDetailSchema, example: USER_EXAMPLE },
      handle: async ({ params: { id: userId }, now }) => {
        const [user, totals, isPremium] = await Promise.all([
          getUserRecord(db, userId),
          getTotals(db, userId),
          hasPremium(db, userId, now),
        ])
        return { ...isoDates(user), ...totals, isPremium }
      },
    }),
  ]
}

function refuseOthers(field: string, others: unknown[]): void {
  if (others.some((filter) => filter !== undefined))
    throw commonErrors.validation_failed({
      details: [{ field, message: 'cannot be used together with other filters' }],
    })
}

/** The users behind a number of the funnel, the newest sign-up first. */
async function listWhoReached(
  db: Db,
  step: (typeof STEPS)[number],
  time: { from: Date | undefined; to: Date | undefined },
): Promise<UserId[]> {
  const signUps = await listNewestSignUps(db, { ...time, limit: SEARCHED_SIGN_UPS })
  const asked = signUps.map(({ userId, signedUpAt }) => ({
    userId,
    before: addMs(signedUpAt, FIRST_STEP_DAYS * DAY_MS),
  }))
  const reached =
    step === 'CERTIFICATE'
      ? await listCertifiedUsers(db, asked)
      : new Set(
          (await listFirstSteps(db, asked))
            .filter(({ hasLesson, hasCourse }) => (step === 'LESSON' ? hasLesson : hasCourse))
            .map(({ userId }) => userId),
        )
  return asked.flatMap(({ userId }) => (reached.has(userId) ? [userId] : []))
}
