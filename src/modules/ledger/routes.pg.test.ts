import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestHttp, type TestHttp } from '../../../test/harness/http.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { createLedgerTestbed, type LedgerTestbed } from './ledger-testbed.ts'
import { HOUSE } from './public/account.ts'
import { chargeGems } from './public/charge-gems.ts'
import { rewardUser } from './public/reward-user.ts'
import { countEntries, listEntries } from './queries.ts'
import { ledgerRoutes } from './routes.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
let testbed: LedgerTestbed
let http: TestHttp

beforeAll(async () => {
  testbed = await createLedgerTestbed()
  const db = testbed.database.query
  http = startTestHttp(ledgerRoutes({ db }), { autocommitDb: testbed.database.autocommit })
})
afterAll(async () => {
  await http.stop()
  await testbed.test.drop()
})

/** Without hyphens, because the test tokens are split at hyphens. */
const newUserId = () => newId<'User'>().replaceAll('-', '') as UserId

const request = (userId: UserId, path: string) =>
  http.ask(path, { headers: { authorization: `Bearer USER-${userId}` } })
const pay = (userId: UserId, xp: number, gems: number, source = `test:${newId()}`) =>
  testbed.write((tx) => rewardUser(tx, { userId, xp, gems, source, reason: 'lesson completed', now }))

test('GET /user/ledger returns only the caller’s entries, newest first', async () => {
  const [ada, bob] = [newUserId(), newUserId()]
  await pay(ada, 20, 60, `lesson:${ada}`)
  await pay(bob, 99, 99)
  const charge = { userId: ada, gems: 50, to: HOUSE.fees, source: `fee:${ada}`, reason: 'contest fee', now }
  await testbed.write((tx) => chargeGems(tx, charge))

  const { status, json } = await request(ada, '/user/ledger')
  expect(status).toBe(200)
  expect(json.meta).toEqual({ total: 3, page: 1, limit: 20, nextCursor: null })
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

test('GET /user/ledger pages without gaps or repeats, for all assets or one', async () => {
  const ada = newUserId()
  for (let turn = 1; turn <= 12; turn++) await pay(ada, turn, turn * 100)
  const readAllPages = async (parameters: string) => {
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const { json } = await request(ada, `/user/ledger?limit=5&page=${page}${parameters}`)
      if (json.data.length === 0) return { seen, total: json.meta.total }
      seen.push(...json.data.map(({ amount }: { amount: number }) => amount))
    }
  }
  const all = Array.from({ length: 12 }, (_, index) => [12 - index, (12 - index) * 100])
  expect(await readAllPages('')).toEqual({ seen: all.flat(), total: 24 })
  expect(await readAllPages('&asset=GEM')).toEqual({ seen: all.map(([, gems]) => gems!), total: 12 })
  expect(await readAllPages('&asset=USDT')).toEqual({ seen: [], total: 0 })
})

test('a cursor of GET /user/ledger has no gaps or repeats while new entries come', async () => {
  const ada = newUserId()
  for (let turn = 1; turn <= 6; turn++) await pay(ada, turn, turn * 100)
  // Pages of five split a transfer, which has a line of XP and one of gems.
  for (const [parameters, expected] of [
    ['', [6, 5, 4, 3, 2, 1].flatMap((turn) => [turn, turn * 100])],
    ['&asset=GEM', [600, 500, 400, 300, 200, 100]],
  ] as const) {
    const seen: number[] = []
    let cursor = ''
    do {
      const { json } = await request(ada, `/user/ledger?limit=5${parameters}${cursor}`)
      seen.push(...json.data.map(({ amount }: { amount: number }) => amount))
      cursor = json.meta.nextCursor && `&cursor=${json.meta.nextCursor}`
      if (parameters) await pay(ada, 7, 700)
    } while (cursor)
    expect(seen).toEqual([...expected])
  }
})

test('GET /user/ledger is empty for a user without entries', async () => {
  const { status, json } = await request(newUserId(), '/user/ledger')
  expect([status, json.data, json.meta.total]).toEqual([200, [], 0])
})

test.each([
  'page=0',
  'page=-1',
  'page=x',
  'page=1e30',
  'limit=0',
  'limit=101',
  'limit=1.5',
  'asset=GOLD',
  'cursor=x',
  'cursor=W10',
])('GET /user/ledger rejects %s', async (query) => {
  const { status, json } = await request(newUserId(), `/user/ledger?${query}`)
  expect([status, json.error.code]).toEqual([400, 'VALIDATION_FAILED'])
})

test('GET /user/ledger uses the index when other users have many entries', async () => {
  await testbed.database.withSession(({ script }) =>
    script(`
      insert into ledger_transfer select gen_random_uuid(), 'bulk:' || number, 'test', now()
      from generate_series(10000, 29999) as number;
      insert into ledger_entry
      select id, line, case line when 1 then 'house:issuance' else 'user:bulk-' || right(source, 2) end,
        'XP', case line when 1 then -1 else 1 end, created_at
      from ledger_transfer cross join generate_series(1, 2) as line where source like 'bulk:%';
      analyze ledger_entry; analyze ledger_transfer`),
  )
  const account = 'user:bulk-42'
  const plans = await queryPlansOf(testbed.database, async (db) => {
    await listEntries(db, account, { asset: null, limit: 20, offset: 40 })
    const after = { transferId: newId(), line: 1 }
    await listEntries(db, account, { asset: null, after, limit: 20, offset: 0 })
    await countEntries(db, account, null)
  })
  expect(plans).toHaveLength(3)
  for (const { lines } of plans) expect(lines.join('\n')).toContain('ledger_entry_account')
  expect(scannedTables(plans)).toEqual([])
})

test('GET /user/ledger needs a token', async () => {
  expect((await http.ask('/user/ledger')).status).toBe(401)
})
