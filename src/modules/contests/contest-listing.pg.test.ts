import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { fullPlan, queryPlansOf } from '../../../test/harness/query-plans.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import {
  addUser,
  type ContestTestbed,
  contestPath,
  createContestTestbed,
  errorOf,
  gemsOf,
} from './contest-testbed.ts'
import { findContestPage } from './listing-queries.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(async () => {
  const { faults } = await auditLedger(testbed.platform.database, [auditContestEscrows])
  await testbed.stop()
  expect(faults).toEqual([])
})

describe('private contests', () => {
  test('a private contest is visible only to participants and joined by its code', async () => {
    const contestId = await testbed.create({ type: 'PRIVATE', title: 'Among friends' })
    const [row] = await testbed.db<{
      code: string
    }>`select room_code as code from contest where id = ${contestId}`
    const code = row!.code
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
    const [ada, bob, eve] = (await Promise.all([
      testbed.player(10),
      testbed.player(10),
      testbed.player(10),
    ])) as [TestUser, TestUser, TestUser]
    for (const route of [
      'GET ',
      'GET /leaderboard',
      'GET /questions',
      'GET /review',
      'POST /start',
      'POST /submit',
    ]) {
      const [method, rest] = route.split(' ')
      const body = rest === '/submit' ? { answers: [] } : undefined
      expect(errorOf(await testbed.call(`${method} ${contestPath(contestId, rest)}`, ada, body))).toEqual([
        404,
        'CONTEST_NOT_FOUND',
      ])
    }
    expect((await testbed.call('GET /user/contests?search=friends', ada)).body.data.total).toBe(0)
    for (const body of [undefined, {}, { roomCode: code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA' }])
      expect(errorOf(await testbed.call(`POST ${contestPath(contestId, '/join')}`, ada, body))).toEqual([
        403,
        'ROOM_CODE_INVALID',
      ])
    expect(
      errorOf(await testbed.call(`POST ${contestPath(contestId, '/join')}`, ada, { roomCode: 'x' })),
    ).toEqual([400, 'VALIDATION_FAILED'])
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(10)

    await testbed.join(contestId, ada, code.toLowerCase())
    expect(await testbed.detail(contestId, ada)).toMatchObject({ type: 'PRIVATE', roomCode: code })
    expect((await testbed.call('GET /user/contests?search=friends', ada)).body.data.items).toMatchObject([
      { id: contestId, userStatus: { hasJoined: true } },
    ])
    expect((await testbed.call('GET /user/contests?search=friends', eve)).body.data.items).toEqual([])
    const joined = await testbed.call('POST /user/contests/join', bob, { roomCode: code })
    expect([joined.status, joined.body.data]).toEqual([200, { contestId }])
    expect(errorOf(await testbed.call('POST /user/contests/join', bob, { roomCode: code }))).toEqual([
      409,
      'ALREADY_JOINED',
    ])
    expect(errorOf(await testbed.call('POST /user/contests/join', eve, { roomCode: 'AAAAAA' }))).toEqual([
      404,
      'CONTEST_NOT_FOUND',
    ])
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(20)
  })
})

describe('the list of contests', () => {
  test('contests are listed by start in both directions, in pages and by literal search text', async () => {
    const words = Bun.randomUUIDv7()
    const created: string[] = []
    for (const minutes of [3, 1, 2])
      created[minutes] = await testbed.create({
        title: `100% ${words}`,
        description: `under_score ${minutes}`,
        startsAt: addMs(testbed.time.now(), minutes * MINUTE_MS).toISOString(),
        endsAt: addMs(testbed.time.now(), 10 * MINUTE_MS).toISOString(),
      })
    const ada = await testbed.player(0)
    const list = async (query: string) => {
      const { status, body } = await testbed.call(`GET /user/contests?${query}`, ada)
      expect(status).toBe(200)
      return [body.data.items.map(({ id }: { id: string }) => created.indexOf(id)), body.data.total]
    }
    const search = encodeURIComponent(`100% ${words.toUpperCase()}`)
    expect(await list(`search=${search}`)).toEqual([[3, 2, 1], 3])
    expect(await list(`search=${search}&order=ASC`)).toEqual([[1, 2, 3], 3])
    expect(await list(`search=${search}&order=ASC&limit=2&page=2`)).toEqual([[3], 3])
    expect(await list(`search=${search}&page=9`)).toEqual([[], 3])
    expect(await list(`search=${words}%25under_score%202`)).toEqual([[], 0])
    expect(await list(`search=${words}%20under_score%202`)).toEqual([[2], 1])
    expect(await list(`search=${words}%20underXscore`)).toEqual([[], 0])
    for (const query of ['page=0', 'limit=101', 'order=asc', 'order=', `search=${'x'.repeat(101)}`])
      expect(errorOf(await testbed.call(`GET /user/contests?${query}`, ada))).toEqual([
        400,
        'VALIDATION_FAILED',
      ])
  })

  test('a page is read in the order of the index, in both directions', async () => {
    const contestId = await testbed.create()
    const now = testbed.time.now()
    await testbed.db`
      insert into contest select copy.* from contest, generate_series(1, 5000) as number,
        jsonb_populate_record(contest, jsonb_build_object('id', gen_random_uuid(), 'series_key', 'many',
          'starts_at', starts_at + number * interval '1 minute',
          'ends_at', ends_at + number * interval '1 minute')) as copy
      where contest.id = ${contestId}`
    await testbed.db`analyze contest`
    const userId = await addUser(testbed.db)
    const selection = { userId, includePrivate: false, pattern: null, authorId: null, status: null, now }
    for (const [order, scan] of [
      ['ASC', 'Index Scan Backward using contest_starts_at'],
      ['DESC', 'Index Scan using contest_starts_at'],
    ] as const) {
      const { plan } = fullPlan(
        await queryPlansOf(testbed.platform.database, (db) =>
          findContestPage(db, selection, { order, limit: 20, offset: 0 }),
        ),
      )
      expect(plan).toContain(scan)
      expect(plan).not.toContain('Sort')
    }
    await testbed.db`delete from contest where series_key = 'many'`
  })
})
