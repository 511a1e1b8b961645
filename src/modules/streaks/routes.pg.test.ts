import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startTestHttp, type TestHttp } from '../../../test/harness/http.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { addMs, DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createLedgerTestbed, type LedgerTestbed } from '../ledger/ledger-testbed.ts'
import { HOUSE } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { countEntries, listEntries } from '../ledger/queries.ts'
import { extendStreak } from './public/extend-streak.ts'
import { rewardsRoutes } from './routes.ts'

setDefaultTimeout(60_000)

const now = new Date('2026-11-02T08:00:00.000Z')
const zones = new Map<UserId, string>()
let testbed: LedgerTestbed
let http: TestHttp

beforeAll(async () => {
  testbed = await createLedgerTestbed()
  const { database, write } = testbed
  const platform = { db: database.query, pipelinedDb: database.query, write } as Platform
  const timeZoneOf = async (_: unknown, userId: UserId) => zones.get(userId) ?? 'UTC'
  http = startTestHttp(rewardsRoutes({ platform, timeZoneOf }), { db: database.query })
})
afterEach(useSystemClock)
afterAll(async () => {
  await http.stop()
  await testbed.test.drop()
})

/** Tokens of the tests are split at hyphens, and PostgreSQL takes ids without them just as well. */
function addUser(): Promise<UserId> {
  const id = newId<'User'>().replaceAll('-', '') as UserId
  return insertUser(testbed.database.query, { id })
}

const request = (userId: UserId, path: string, method = 'GET') =>
  http.ask(path, { method, headers: { authorization: `Bearer USER-${userId}` } })
const pay = (userId: UserId, xp: number, gems: number, source = `test:${newId()}`) =>
  testbed.write((tx) => rewardUser(tx, { userId, xp, gems, source, reason: 'lesson completed', now }))

describe('GET /user/ledger', () => {
  test('shows the caller’s own entries, newest first, and nobody else’s', async () => {
    const [ada, bob] = [await addUser(), await addUser()]
    await pay(ada, 20, 60, `lesson:${ada}`)
    await pay(bob, 99, 99)
    const charge = { userId: ada, gems: 50, to: HOUSE.fees, source: `fee:${ada}`, reason: 'contest fee', now }
    await testbed.write((tx) => chargeGems(tx, charge))

    const { status, json } = await request(ada, '/user/ledger')
    expect(status).toBe(200)
    expect(json.meta).toEqual({ total: 3, page: 1, limit: 20 })
    const createdAt = now.toISOString()
    expect(json.data).toEqual([
      {
        id: expect.any(String),
        asset: 'GEM',
        amount: -50,
        reason: 'contest fee',
        source: `fee:${ada}`,
        createdAt,
      },
      {
        id: expect.any(String),
        asset: 'XP',
        amount: 20,
        reason: 'lesson completed',
        source: `lesson:${ada}`,
        createdAt,
      },
      {
        id: expect.any(String),
        asset: 'GEM',
        amount: 60,
        reason: 'lesson completed',
        source: `lesson:${ada}`,
        createdAt,
      },
    ])
  })

  test('pages without a gap and without a repetition, of all assets or of one', async () => {
    const ada = await addUser()
    for (let turn = 1; turn <= 12; turn++) await pay(ada, turn, turn * 100)
    const walk = async (parameters: string) => {
      const seen: number[] = []
      for (let page = 1; ; page++) {
        const { json } = await request(ada, `/user/ledger?limit=5&page=${page}${parameters}`)
        if (json.data.length === 0) return { seen, total: json.meta.total }
        seen.push(...json.data.map(({ amount }: { amount: number }) => amount))
      }
    }
    const all = Array.from({ length: 12 }, (_, index) => [12 - index, (12 - index) * 100])
    expect(await walk('')).toEqual({ seen: all.flat(), total: 24 })
    expect(await walk('&asset=GEM')).toEqual({ seen: all.map(([, gems]) => gems!), total: 12 })
    expect(await walk('&asset=USDT')).toEqual({ seen: [], total: 0 })
  })

  test('of somebody without entries is empty', async () => {
    const { status, json } = await request(await addUser(), '/user/ledger')
    expect([status, json.data, json.meta.total]).toEqual([200, [], 0])
  })

  test.each(['page=0', 'page=-1', 'page=x', 'page=1e30', 'limit=0', 'limit=101', 'limit=1.5', 'asset=GOLD'])(
    'with %s is refused',
    async (query) => {
      const { status, json } = await request(await addUser(), `/user/ledger?${query}`)
      expect([status, json.error.code]).toEqual([400, 'VALIDATION_FAILED'])
    },
  )

  test('goes by the index, whoever else has entries', async () => {
    await testbed.database.withSession(({ script }) =>
      script(`
        insert into ledger_transfer select gen_random_uuid(), 'bulk:' || number, 'test', now()
        from generate_series(10000, 29999) as number;
        insert into ledger_entry
        select id, leg, case leg when 1 then 'house:issuance' else 'user:bulk-' || right(source, 2) end,
          'XP', case leg when 1 then -1 else 1 end, created_at
        from ledger_transfer cross join generate_series(1, 2) as leg where source like 'bulk:%';
        analyze ledger_entry; analyze ledger_transfer`),
    )
    const account = 'user:bulk-42'
    const plans = await queryPlansOf(testbed.database, async (db) => {
      await listEntries(db, account, { asset: null, limit: 20, offset: 40 })
      await countEntries(db, account, null)
    })
    expect(plans).toHaveLength(2)
    for (const { lines } of plans) expect(lines.join('\n')).toContain('ledger_entry_account')
    expect(scannedTables(plans)).toEqual([])
  })
})

describe('GET /user/streak', () => {
  test('of a beginner is zero', async () => {
    const { status, json } = await request(await addUser(), '/user/streak')
    expect(status).toBe(200)
    expect(json.data).toEqual({
      currentStreak: 0,
      longestStreak: 0,
      freezes: 0,
      todayDone: false,
      calendar: [],
      nextMilestone: { days: 3, gems: 5 },
    })
  })

  test('is the streak of today in the time zone of the user', async () => {
    const ada = await addUser()
    zones.set(ada, 'Pacific/Auckland')
    const start = Date.parse('2026-05-01T20:00:00Z')
    for (let turn = 0; turn < 50; turn++)
      await testbed.write((tx) =>
        extendStreak(tx, {
          userId: ada,
          timeZone: 'Pacific/Auckland',
          now: addMs(new Date(start), turn * DAY_MS),
        }),
      )
    const end = start + 49 * DAY_MS
    useClock(() => end + 3_600_000)
    const { json } = await request(ada, '/user/streak')
    expect(json.data).toMatchObject({
      currentStreak: 50,
      longestStreak: 50,
      todayDone: true,
      nextMilestone: { days: 100, gems: 250 },
    })
    expect(json.data.calendar).toHaveLength(35)
    expect(json.data.calendar[0]).toEqual({ date: '2026-05-17', status: 'DONE' })
    expect(json.data.calendar.at(-1)).toEqual({ date: '2026-06-20', status: 'DONE' })

    useClock(() => end + 2 * DAY_MS)
    const twoDaysLater = (await request(ada, '/user/streak')).json.data
    expect(twoDaysLater).toMatchObject({ currentStreak: 0, longestStreak: 50, todayDone: false })
  })

  test('shows the day that a freeze saves before anything is written', async () => {
    const ada = await addUser()
    await pay(ada, 0, 50)
    useClock(() => now.getTime())
    expect((await request(ada, '/user/streak/freezes', 'POST')).status).toBe(201)
    await testbed.write((tx) => extendStreak(tx, { userId: ada, timeZone: 'UTC', now }))
    useClock(() => now.getTime() + 2 * DAY_MS)
    const { json } = await request(ada, '/user/streak')
    expect(json.data).toMatchObject({
      currentStreak: 1,
      freezes: 0,
      todayDone: false,
      calendar: [
        { date: '2026-11-02', status: 'DONE' },
        { date: '2026-11-03', status: 'FROZEN' },
      ],
    })
  })
})

describe('POST /user/streak/freezes', () => {
  test('sells one for 50 gems, and says what is left', async () => {
    const ada = await addUser()
    await pay(ada, 0, 120)
    const { status, json } = await request(ada, '/user/streak/freezes', 'POST')
    expect([status, json.data]).toEqual([201, { freezes: 1, newTotalGems: 70 }])
  })

  test('refuses without the gems, and with two already, which is told first', async () => {
    const ada = await addUser()
    const buyFreeze = async () => {
      const { status, json } = await request(ada, '/user/streak/freezes', 'POST')
      return [status, json.error?.code]
    }
    expect(await buyFreeze()).toEqual([402, 'INSUFFICIENT_GEMS'])
    await pay(ada, 0, 100)
    expect([await buyFreeze(), await buyFreeze()]).toEqual([
      [201, undefined],
      [201, undefined],
    ])
    expect(await buyFreeze()).toEqual([409, 'FREEZES_FULL'])
  })

  test('asked 50 times at once with gems for one sells one, and never fails', async () => {
    const ada = await addUser()
    await pay(ada, 0, 99)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => request(ada, '/user/streak/freezes', 'POST')),
    )
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array(49).fill(402)])
  })
})

test.each(['GET /user/ledger', 'GET /user/streak', 'POST /user/streak/freezes'])(
  '%s needs a token',
  async (route) => {
    const [method, path] = route.split(' ') as [string, string]
    expect((await http.ask(path, { method })).status).toBe(401)
  },
)
