import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { ROLES } from '../../platform/http/caller.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { CountrySchema } from '../accounts/public/account-fields.ts'
import { listAccountIds, listMatchingAccounts } from '../accounts/public/segment-accounts.ts'
import { listEnrolledUsers } from '../progress/public/list-enrolled-users.ts'
import { listUsersActiveSince } from '../streaks/public/list-active-users.ts'
import { listPremiumUsers } from '../subscriptions/public/list-premium-users.ts'

export const LanguageCodeSchema = z
  .string()
  .regex(/^[a-z]{2,3}$/, 'must be a language such as en, without a region')
  .openapi({ example: 'en' })

const DaysSchema = z.int().min(1).max(3_650)

/** Strict: a condition with a typing error must not become a message to everybody. */
export const SegmentSchema = z
  .strictObject({
    languages: z.array(LanguageCodeSchema).min(1).max(50).optional(),
    countries: z.array(CountrySchema).min(1).max(250).optional(),
    roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length).optional(),
    isPremium: z.boolean().optional(),
    activeWithinDays: DaysSchema.optional().openapi({
      description: 'Users with a learning activity in these days, as streaks count them.',
    }),
    inactiveForDays: DaysSchema.optional().openapi({
      description: 'Users without such an activity in these days, whose account is older than that.',
    }),
    course: z
      .strictObject({ id: z.uuid(), state: z.enum(['ENROLLED', 'COMPLETED']) })
      .optional()
      .openapi({ description: 'ENROLLED includes those who completed the course.' }),
  })
  .openapi('BroadcastSegment', {
    description: 'All given conditions apply; of a list, one value. Without conditions: everybody.',
  })
export type Segment = z.output<typeof SegmentSchema>

export interface SegmentUser {
  userId: UserId
  language: string
}

interface SegmentPage {
  users: SegmentUser[]
  /** The last account that was looked at; null if there was none. */
  lastUserId: UserId | null
  isLast: boolean
}

/**
 * Looks at the next accounts by their ids, and returns those in the segment. The cost is bounded by `limit`, however few
 * users match. Accounts from after `now` are not in the segment.
 */
export async function listSegmentUsers(
  db: Db,
  segment: Segment,
  { after, limit, now }: { after: UserId | null; limit: number; now: Date },
): Promise<SegmentPage> {
  const { ids, lastUserId, isLast } = await listCandidates(db, segment, { after, limit })
  const { inactiveForDays, activeWithinDays, isPremium } = segment
  let users = await listMatchingAccounts(db, ids, {
    languages: segment.languages ?? null,
    countries: segment.countries ?? null,
    roles: segment.roles ?? null,
    createdUntil: inactiveForDays === undefined ? now : daysBefore(now, inactiveForDays),
  })
  const remaining = () => users.map(({ userId }) => userId)
  if (activeWithinDays !== undefined) {
    const active = await listUsersActiveSince(db, remaining(), daysBefore(now, activeWithinDays))
    users = users.filter(({ userId }) => active.has(userId))
  }
  if (inactiveForDays !== undefined) {
    const active = await listUsersActiveSince(db, remaining(), daysBefore(now, inactiveForDays))
    users = users.filter(({ userId }) => !active.has(userId))
  }
  if (isPremium !== undefined) {
    const premium = await listPremiumUsers(db, remaining(), now)
    users = users.filter(({ userId }) => premium.has(userId) === isPremium)
  }
  return { users, lastUserId, isLast }
}

/** The learners of a course are few compared with all accounts, so they are listed instead. */
async function listCandidates(
  db: Db,
  { course }: Segment,
  { after, limit }: { after: UserId | null; limit: number },
): Promise<{ ids: UserId[]; lastUserId: UserId | null; isLast: boolean }> {
  if (!course) {
    const ids = await listAccountIds(db, { after, limit })
    return { ids, lastUserId: ids.at(-1) ?? null, isLast: ids.length < limit }
  }
  const isCompleted = course.state === 'COMPLETED'
  const learners = await listEnrolledUsers(db, { courseId: course.id, isCompleted, after, limit })
  return {
    ids: learners.filter(({ isMatching }) => isMatching).map(({ userId }) => userId),
    lastUserId: learners.at(-1)?.userId ?? null,
    isLast: learners.length < limit,
  }
}

const COUNTED_PER_QUERY = 5_000
const MAX_COUNTED = 50_000

/** Counts the users of a segment among the first accounts. If there are more accounts, `isCapped`. */
export async function countSegmentUsers(
  db: Db,
  segment: Segment,
  now: Date,
  maxAccounts = MAX_COUNTED,
): Promise<{ count: number; isCapped: boolean }> {
  let count = 0
  let after: UserId | null = null
  const limit = Math.min(COUNTED_PER_QUERY, maxAccounts)
  for (let seen = 0; seen < maxAccounts; seen += limit) {
    const page: SegmentPage = await listSegmentUsers(db, segment, { after, limit, now })
    count += page.users.length
    after = page.lastUserId
    if (page.isLast) return { count, isCapped: false }
  }
  return { count, isCapped: true }
}

const daysBefore = (now: Date, days: number): Date => addMs(now, -days * DAY_MS)
