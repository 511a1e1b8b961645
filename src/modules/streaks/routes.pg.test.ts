import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { startTestHttp, type TestHttp } from '../../../test/harness/http.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { addMs, DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { createLedgerTestbed, type LedgerTestbed } from '../ledger/ledger-testbed.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { extendStreak } from './public/extend-streak.ts'
import { streakRoutes } from './routes.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
let testbed: LedgerTestbed
let http: TestHttp

beforeAll(async () => {
  testbed = await createLedgerTestbed()
  const { database, write } = testbed
  http = startTestHttp(streakRoutes({ pipelinedDb: database.query }), {
    autocommitDb: database.autocommit,
    write,
  })
})
afterEach(useSystemClock)
afterAll(async () => {
  await http.stop()
  await testbed.test.drop()
})

/** The id has no hyphens, because the test tokens are split at hyphens. */
function addUser(timeZone = 'UTC'): Promise<UserId> {
  const id = newId<'User'>().replaceAll('-', '') as UserId
  return insertUser(testbed.database.query, { id, timeZone })
}

const request = (userId: UserId, path: string, method = 'GET') =>
  http.ask(path, { method, headers: { authorization: `Bearer USER-${userId}` } })
const giveGems = (userId: UserId, gems: number) =>
  testbed.write((tx) =>
    rewardUser(tx, { userId, xp: 0, gems, source: `test:${newId()}`, reason: 'test', now }),
  )

describe('GET /user/streak', () => {
  test('GET /user/streak is zero for a new user', async () => {
    const { status, json } = await request(await addUser(), '/user/streak')
    expect(status).toBe(200)
    expect(json.data).toEqual({
      currentStreak: 0,
      longestStreak: 0,
      freezes: 0,
      todayDone: false,
      calendar: [],
      nextMilestone: { days: 3, gems: 5 },
      freezeOffer: null,
      repair: null,
    })
  })

  test('GET /user/streak returns the streak of today in the user’s time zone', async () => {
    const ada = await addUser('Pacific/Auckland')
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
      freezeOffer: { gems: 50 },
    })
    await testbed.database.autocommit`update streak set freezes = 2 where user_id = ${ada}`
    expect((await request(ada, '/user/streak')).json.data.freezeOffer).toBeNull()
    await testbed.database.autocommit`update streak set freezes = 0 where user_id = ${ada}`
    expect(json.data.calendar).toHaveLength(35)
    expect(json.data.calendar[0]).toEqual({ date: '2026-05-17', status: 'DONE' })
    expect(json.data.calendar.at(-1)).toEqual({ date: '2026-06-20', status: 'DONE' })

    useClock(() => end + 2 * DAY_MS)
    const twoDaysLater = (await request(ada, '/user/streak')).json.data
    expect(twoDaysLater).toMatchObject({ currentStreak: 0, longestStreak: 50, todayDone: false })
  })

  test('GET /user/streak shows a day that a freeze covers before it is stored', async () => {
    const ada = await addUser()
    await giveGems(ada, 50)
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
  test('POST /user/streak/freezes sells one freeze for 50 gems and returns the remaining gems', async () => {
    const ada = await addUser()
    await giveGems(ada, 120)
    const { status, json } = await request(ada, '/user/streak/freezes', 'POST')
    expect([status, json.data]).toEqual([201, { freezes: 1, newTotalGems: 70 }])
  })

  test('POST /user/streak/freezes is refused without enough gems and for a user who has two', async () => {
    const ada = await addUser()
    const buyFreeze = async () => {
      const { status, json } = await request(ada, '/user/streak/freezes', 'POST')
      return [status, json.error?.code]
    }
    expect(await buyFreeze()).toEqual([402, 'INSUFFICIENT_GEMS'])
    await giveGems(ada, 100)
    expect([await buyFreeze(), await buyFreeze()]).toEqual([
      [201, undefined],
      [201, undefined],
    ])
    expect(await buyFreeze()).toEqual([409, 'FREEZES_FULL'])
  })

  test('50 concurrent POST /user/streak/freezes with gems for one sell one and refuse the others', async () => {
    const ada = await addUser()
    await giveGems(ada, 99)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => request(ada, '/user/streak/freezes', 'POST')),
    )
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array(49).fill(402)])
  })
})

describe('POST /user/streak/repair', () => {
  /** A user with gems who learned on three days until yesterday and then missed a day. */
  async function addUserWithLostStreak(gems: number): Promise<UserId> {
    const ada = await addUser()
    for (const day of [-4, -3, -2])
      await testbed.write((tx) =>
        extendStreak(tx, { userId: ada, timeZone: 'UTC', now: addMs(now, day * DAY_MS) }),
      )
    // Three days have paid 5 gems.
    await giveGems(ada, gems - 5)
    useClock(() => now.getTime())
    return ada
  }

  test('POST /user/streak/repair restores the streak for 100 gems', async () => {
    const ada = await addUserWithLostStreak(120)
    const before = (await request(ada, '/user/streak')).json.data
    expect(before).toMatchObject({
      currentStreak: 0,
      repair: { days: 3, gems: 100, until: '2026-11-04T00:00:00.000Z' },
    })
    const { status, json } = await request(ada, '/user/streak/repair', 'POST')
    expect([status, json.data]).toEqual([
      201,
      { currentStreak: 3, longestStreak: 3, repairedDays: ['2026-11-01'], newTotalGems: 20 },
    ])
    const after = (await request(ada, '/user/streak')).json.data
    expect(after).toMatchObject({ currentStreak: 3, todayDone: false, repair: null })
    expect(after.calendar.at(-1)).toEqual({ date: '2026-11-01', status: 'REPAIRED' })
  })

  test('POST /user/streak/repair is refused without a lost streak, without gems, too late and twice a month', async () => {
    const repair = async (userId: UserId) => {
      const { status, json } = await request(userId, '/user/streak/repair', 'POST')
      return [status, json.error?.code]
    }
    expect(await repair(await addUser())).toEqual([409, 'STREAK_NOT_LOST'])
    expect(await repair(await addUserWithLostStreak(99))).toEqual([402, 'INSUFFICIENT_GEMS'])
    const ada = await addUserWithLostStreak(300)
    const at = (time: string) => useClock(() => Date.parse(time))
    at('2026-11-04T00:00:00Z')
    expect(await repair(ada)).toEqual([409, 'STREAK_REPAIR_TOO_LATE'])
    at('2026-11-03T23:59:59Z')
    expect(await repair(ada)).toEqual([201, undefined])
    expect(await repair(ada)).toEqual([409, 'STREAK_NOT_LOST'])
    at('2026-11-05T08:00:00Z')
    expect(await repair(ada)).toEqual([409, 'STREAK_REPAIR_USED'])
  })

  test('50 concurrent POST /user/streak/repair charge once', async () => {
    const ada = await addUserWithLostStreak(5_000)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => request(ada, '/user/streak/repair', 'POST')),
    )
    const codes = responses.map(({ status, json }) => json.error?.code ?? status).toSorted()
    expect(codes).toEqual([201, ...Array(49).fill('STREAK_NOT_LOST')])
    const [row] = await testbed.database.query<{ gems: bigint }>`
      select balance as gems from ledger_balance where account = ${`user:${ada}`} and asset = 'GEM'`
    expect(row!.gems).toBe(4_900n)
  })
})

test.each(['GET /user/streak', 'POST /user/streak/freezes', 'POST /user/streak/repair'])(
  '%s needs a token',
  async (route) => {
    const [method, path] = route.split(' ') as [string, string]
    expect((await http.ask(path, { method })).status).toBe(401)
  },
)
