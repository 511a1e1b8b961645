import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { countSegmentUsers, listSegmentUsers, type Segment, SegmentSchema } from './segment.ts'

const NOW = new Date('2026-11-02T12:00:00Z')
const LONG_AGO = addMs(NOW, -400 * DAY_MS)
const courseId = newId()
let fixture: TestDatabase
let db: Db
const users: Record<string, UserId> = {}

const daysAgo = (days: number) => addMs(NOW, -days * DAY_MS)
const learnedAt = (userId: UserId, at: Date) => db`
  insert into streak (user_id, current_days, longest_days, last_at) values (${userId}, 1, 1, ${at})`
const premiumUntil = (userId: UserId, until: Date) => db`
  insert into subscription (subscriber, purchase, entitlement_ids, expires_at, will_renew, pauses_at_end)
  values (${userId}, 'p', '{premium}', ${until}, false, false)`
const enroll = (userId: UserId, completedAt: Date | null) => db`
  insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
  values (uuidv7(), ${userId}, ${courseId}, ${LONG_AGO}, ${completedAt})`

beforeAll(async () => {
  fixture = await createTestDatabase()
  db = fixture.database.query
  await db`insert into topic (id, key, title) values (${courseId}, 'segment', 'Keys')`
  await db`
    insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at)
    values (${courseId}, 'segment', 'Keys', '', 'BLOCKCHAIN', 'BEGINNER', ${courseId}, 0, 0, now())`
  const add = async (name: string, details: Parameters<typeof insertUser>[1] = {}) => {
    users[name] = await insertUser(db, { createdAt: LONG_AGO, ...details })
    return users[name]
  }
  const active = await add('active', { language: 'pt-BR', country: 'BR' })
  await learnedAt(active, daysAgo(3))
  await premiumUntil(active, daysAgo(-1))
  await enroll(active, null)
  const lapsed = await add('lapsed', { language: 'pt', country: 'KE' })
  await learnedAt(lapsed, daysAgo(40))
  await premiumUntil(lapsed, daysAgo(1))
  await enroll(lapsed, daysAgo(50))
  await add('idle', { language: 'fr', country: 'KE' })
  await add('fresh', { language: 'fr', country: 'BR', createdAt: daysAgo(2) })
  await db`update user_account set role = 'CREATOR' where id = ${await add('author')}`
  await db`update user_account set suspended_at = now() where id = ${await add('suspended')}`
  await db`update user_account set deleted_at = now() where id = ${await add('deleted')}`
  await add('later', { createdAt: addMs(NOW, 1_000) })
})
afterAll(() => fixture.drop())

/** The names of the users in a segment, read page by page. */
async function namesIn(segment: Segment, limit: number): Promise<string[]> {
  const found: UserId[] = []
  let after: UserId | null = null
  for (let isLast = false; !isLast; ) {
    const page: Awaited<ReturnType<typeof listSegmentUsers>> = await listSegmentUsers(db, segment, {
      after,
      limit,
      now: NOW,
    })
    found.push(...page.users.map(({ userId }) => userId))
    after = page.lastUserId ?? after
    isLast = page.isLast
  }
  const nameOf = Object.fromEntries(Object.entries(users).map(([name, id]) => [id, name]))
  return found.map((id) => nameOf[id]!).sort()
}

const CASES: [Segment, string[]][] = [
  [{}, ['active', 'author', 'fresh', 'idle', 'lapsed']],
  [{ languages: ['pt'] }, ['active', 'lapsed']],
  [{ languages: ['pt', 'en'] }, ['active', 'author', 'lapsed']],
  [{ countries: ['KE'] }, ['idle', 'lapsed']],
  [{ roles: ['CREATOR', 'ADMIN'] }, ['author']],
  [{ isPremium: true }, ['active']],
  [{ isPremium: false }, ['author', 'fresh', 'idle', 'lapsed']],
  [{ activeWithinDays: 7 }, ['active']],
  [{ activeWithinDays: 60 }, ['active', 'lapsed']],
  // A new account is not inactive for longer than it exists.
  [{ inactiveForDays: 7 }, ['author', 'idle', 'lapsed']],
  [{ inactiveForDays: 7, activeWithinDays: 60 }, ['lapsed']],
  [{ course: { id: courseId, state: 'ENROLLED' } }, ['active', 'lapsed']],
  [{ course: { id: courseId, state: 'COMPLETED' } }, ['lapsed']],
  [{ course: { id: newId(), state: 'ENROLLED' } }, []],
  [{ languages: ['pt'], countries: ['BR'], isPremium: true }, ['active']],
  [{ languages: ['fr'], isPremium: true }, []],
]

describe('a segment', () => {
  for (const [segment, expected] of CASES)
    test(`${JSON.stringify(segment).replaceAll(/[0-9a-f-]{36}/g, '…')} has the users that meet all conditions`, async () => {
      for (const limit of [1, 2, 100]) expect(await namesIn(segment, limit)).toEqual(expected)
      expect(await countSegmentUsers(db, segment, NOW)).toEqual({ count: expected.length, isCapped: false })
    })

  test('with an unknown or an empty condition is refused, because it would be everybody', () => {
    for (const wrong of [
      { language: ['fr'] },
      { languages: [] },
      { countries: ['XX'] },
      { roles: ['KING'] },
      { activeWithinDays: 0 },
      { course: { id: courseId } },
    ])
      expect(SegmentSchema.safeParse(wrong).success).toBe(false)
  })
})

test('a step and a count read accounts by keys, and a bounded number of them', async () => {
  await db`
    insert into user_account (id, email, username, language, created_at)
    select id, id || '@example.com', 'user_' || replace(id::text, '-', ''), 'en', ${LONG_AGO}
    from (select uuidv7() as id from generate_series(1, 20000)) as new_user`
  await db`
    insert into streak (user_id, current_days, longest_days, last_at)
    select id, 1, 1, ${daysAgo(1)}::timestamptz from user_account on conflict do nothing`
  for (const table of ['user_account', 'streak'])
    await fixture.database.withSession(({ script }) => script(`vacuum analyze ${table}`))
  // Nobody matches: the step does not look for more.
  const rare: Segment = { countries: ['NU'], activeWithinDays: 5, isPremium: true }
  const plans = await queryPlansOf(fixture.database, async (reader) => {
    const page = await listSegmentUsers(reader, rare, { after: users.idle!, limit: 1_000, now: NOW })
    expect([page.users.length, page.isLast]).toEqual([0, false])
  })
  expect(scannedTables(plans)).toEqual([])
  expect(Math.max(...plans.map(({ pages }) => pages))).toBeLessThan(6_000)
  expect(await countSegmentUsers(db, rare, NOW, 5_000)).toEqual({ count: 0, isCapped: true })
  const { count, isCapped } = await countSegmentUsers(db, {}, NOW, 5_000)
  expect([count > 4_000, count <= 5_000, isCapped]).toEqual([true, true, true])
})
