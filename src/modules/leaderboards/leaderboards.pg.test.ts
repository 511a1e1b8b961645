import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { xpAwarded } from '../../events/ledger.ts'
import { useClock, useSystemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { listHiddenReasons } from './hidden-user-queries.ts'
import { createLeaderboardTestbed, type LeaderboardTestbed } from './leaderboard-testbed.ts'
import { boardAt, PERIODS } from './period.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'
import { hideUser } from './public/hide-user.ts'
import { showUser } from './public/show-user.ts'
import { listPositions } from './queries.ts'
import { createPositionReader } from './read-positions.ts'

let testbed: LeaderboardTestbed
/** A Wednesday. */
const NOW = new Date('2026-11-04T12:00:00.000Z')

beforeAll(async () => {
  useClock(() => NOW.getTime())
  testbed = await createLeaderboardTestbed()
})
afterAll(async () => {
  useSystemClock()
  await testbed?.stop()
})
beforeEach(async () => {
  // The board first, as compaction locks it first.
  await testbed.db`truncate leaderboard, period_score, leaderboard_hidden_user, leaderboard_rank_index, leaderboard_score_change`
})

const weekly = async (query = '', token?: string) =>
  (await testbed.call(`GET /leaderboard/weekly${query}`, token)).body.data
const ranked = (data: { entries: { rank: number; userId: string; totalXP: number }[] }) =>
  data.entries.map(({ rank, userId, totalXP }) => [rank, userId, totalXP] as [number, UserId, number])

describe('rank order', () => {
  test('ranks are ordered by XP, then by who reached it first, then by id', async () => {
    const [a, b, c, d, e] = (await testbed.registerMany(5)) as [UserId, UserId, UserId, UserId, UserId]
    const [low, high] = [d, e].sort() as [UserId, UserId]
    await testbed.award(a, 10, '2026-11-02T08:00:00Z')
    await testbed.award(b, 30, '2026-11-02T08:00:00Z')
    await testbed.award(c, 10, '2026-11-02T07:00:00Z')
    await testbed.award(high, 10, '2026-11-02T09:00:00Z')
    await testbed.award(low, 10, '2026-11-02T09:00:00Z')
    expect(ranked(await weekly())).toEqual([
      [1, b, 30],
      [2, c, 10],
      [3, a, 10],
      [4, low, 10],
      [5, high, 10],
    ])
  })

  test('the time of the latest award breaks a tie, in any commit order', async () => {
    const [a, b] = (await testbed.registerMany(2)) as [UserId, UserId]
    await testbed.award(a, 10, '2026-11-02T10:00:00Z')
    await testbed.award(a, 10, '2026-11-02T08:00:00Z')
    await testbed.award(b, 20, '2026-11-02T09:00:00Z')
    expect(ranked(await weekly()).map(([, id]) => id)).toEqual([b, a])
    await testbed.award(b, 1, '2026-11-02T11:00:00Z')
    await testbed.award(a, 1, '2026-11-02T11:30:00Z')
    expect(ranked(await weekly()).map(([, id]) => id)).toEqual([b, a])
  })

  test('two hundred users with the same XP have two hundred different ranks', async () => {
    const users = await testbed.registerMany(200)
    await Promise.all(users.map((user) => testbed.award(user, 10, '2026-11-02T08:00:00Z')))
    const data = await weekly('?limit=500')
    expect(ranked(data)).toEqual([...users].sort().map((user, index) => [index + 1, user, 10]))
    expect(data.total).toBe(200)
  })
})

describe('onXpAwarded.handleBatch', () => {
  test('a batch of awards counts like single awards, also for hidden users and repeated users', async () => {
    const at = '2026-11-02T08:00:00.000Z'
    // A user with two awards has one score change instead of two, with the same start and end.
    const scoreChanges = () => testbed.db`
      select user_id, period, (array_agg(old_xp order by new_xp))[1] as old_xp,
        (array_agg(old_reached_at order by new_xp))[1] as old_reached_at, max(new_xp) as new_xp, max(new_reached_at) as new_reached_at
      from leaderboard_score_change group by user_id, period order by user_id, period`
    const scores = () => testbed.db`
      select user_id, period, starts_on, xp, reached_at, is_hidden from period_score order by user_id, period`
    const users = (await testbed.registerMany(4)) as [UserId, UserId, UserId, UserId]
    const [first, hidden] = users
    const emitInOneTransaction = (awards: { userId: UserId; xp: number }[]) =>
      testbed.write(async (tx) => {
        for (const award of awards) tx.emit(xpAwarded({ ...award, at, source: `test:${newId()}` }))
      })
    const awards = users.map((userId, position) => ({ userId, xp: 10 * position }))
    const twice = [...awards, { userId: first, xp: 7 }, { userId: first, xp: 3_000_000_000 }]
    const prepare = async () => {
      await testbed.db`truncate leaderboard, period_score, leaderboard_hidden_user, leaderboard_score_change`
      await testbed.award(hidden, 5, '2026-11-01T08:00:00Z')
      await testbed.write((tx) => hideUser(tx, { userId: hidden, reason: 'OPTED_OUT', now: NOW }))
    }
    await prepare()
    for (const { userId, xp } of [...awards, ...twice]) await testbed.award(userId, xp, at)
    const [scoresOneByOne, movesOneByOne] = [await scores(), await scoreChanges()]
    await prepare()
    await emitInOneTransaction(awards)
    await emitInOneTransaction(twice)
    expect(await scores()).toEqual(scoresOneByOne)
    expect(await scoreChanges()).toEqual(movesOneByOne)
    expect(scoresOneByOne).toHaveLength(13)
  })
})

describe('GET /leaderboard/weekly', () => {
  test('GET /leaderboard/weekly has the specified shape', async () => {
    const user = await testbed.register()
    await testbed.award(user, 40, '2026-11-02T08:00:00Z')
    const { status, body } = await testbed.call('GET /leaderboard/weekly')
    const [row] = await testbed.db<{ username: string }>`select username from user_account where id = ${user}`
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          period: 'week',
          startDate: '2026-11-02T00:00:00.000Z',
          endDate: '2026-11-08T23:59:59.999Z',
          entries: [
            {
              rank: 1,
              userId: user,
              username: row!.username,
              avatarUrl: `https://lyceum.example/avatars/${user}.svg`,
              totalXP: 40,
              totalGems: 5,
              currentStreak: 3,
            },
          ],
          total: 1,
        },
        message: 'Weekly leaderboard',
      },
    })
  })

  test('GET /leaderboard/weekly is empty when no user has XP', async () => {
    expect(await weekly()).toMatchObject({ entries: [], total: 0 })
    expect((await testbed.call('GET /leaderboard/all-time')).body.data).toMatchObject({
      entries: [],
      total: 0,
      startDate: NOW.toISOString(),
      endDate: NOW.toISOString(),
    })
  })

  test('GET /leaderboard/weekly pages by limit and offset and returns the total beyond the end', async () => {
    const users = await testbed.registerMany(12)
    await Promise.all(users.map((user, index) => testbed.award(user, 100 - index, '2026-11-02T08:00:00Z')))
    const all = ranked(await weekly())
    expect(all.map(([, id]) => id)).toEqual(users)
    expect(ranked(await weekly('?limit=5&offset=0'))).toEqual(all.slice(0, 5))
    expect(ranked(await weekly('?limit=5&offset=5'))).toEqual(all.slice(5, 10))
    expect(ranked(await weekly('?limit=5&offset=10'))).toEqual(all.slice(10))
    expect(await weekly('?offset=12')).toMatchObject({ entries: [], total: 12 })
    expect(await weekly('?offset=1000000000')).toMatchObject({ entries: [], total: 12 })
  })

  test('GET /leaderboard/weekly returns 100 entries by default', async () => {
    const users = await testbed.registerMany(105)
    await Promise.all(users.map((user) => testbed.award(user, 1, '2026-11-02T08:00:00Z')))
    expect((await weekly()).entries).toHaveLength(100)
    expect((await weekly('?limit=500')).entries).toHaveLength(105)
  })

  test('leaderboard endpoints reject parameters out of range', async () => {
    const user = await testbed.register()
    const refused = [
      'weekly?limit=0',
      'weekly?limit=501',
      'weekly?limit=-1',
      'weekly?limit=1.5',
      'weekly?limit=ten',
      'weekly?limit=',
      'weekly?offset=-1',
      'weekly?offset=0.5',
      'weekly?offset=1e300',
      'weekly?offset=NaN',
      'weekly?date=yesterday',
      'weekly?date=2026-02-30',
      'weekly?date=0000-01-01',
      'weekly?date=9999-12-31',
      'monthly?limit=501',
      'monthly?date=2026-13-01',
      'all-time?limit=0',
      'around-me?radius=0',
      'around-me?radius=51',
      'around-me?period=year',
    ]
    for (const path of refused) {
      const response = await testbed.call(`GET /leaderboard/${path}`, user)
      expect([path, response.status, response.body.error?.code]).toEqual([path, 400, 'VALIDATION_FAILED'])
    }
    expect((await testbed.call('GET /leaderboard/weekly?limit=500&offset=0')).status).toBe(200)
  })
})

describe('periods', () => {
  test('an award counts in its week, in its month and for all time', async () => {
    const user = await testbed.register()
    const awards: [string, number][] = [
      ['2026-10-31T23:59:59.999Z', 1],
      ['2026-11-01T00:00:00.000Z', 2],
      ['2026-11-01T23:59:59.999Z', 4],
      ['2026-11-02T00:00:00.000Z', 8],
      ['2026-11-08T23:59:59.999Z', 16],
      ['2026-11-09T00:00:00.000Z', 32],
    ]
    for (const [at, xp] of awards) await testbed.award(user, xp, at)
    const xp = async (path: string) =>
      (await testbed.call(`GET /leaderboard/${path}`)).body.data.entries[0]?.totalXP
    expect(await xp('weekly?date=2026-10-26')).toBe(1 + 2 + 4)
    expect(await xp('weekly?date=2026-11-01')).toBe(1 + 2 + 4)
    expect(await xp('weekly')).toBe(8 + 16)
    expect(await xp('weekly?date=2026-11-09')).toBe(32)
    expect(await xp('weekly?date=2026-11-16')).toBeUndefined()
    expect(await xp('monthly?date=2026-10-01')).toBe(1)
    expect(await xp('monthly')).toBe(2 + 4 + 8 + 16 + 32)
    expect(await xp('all-time')).toBe(63)
  })

  test('a week across two years and a month with a leap day have the right dates', async () => {
    const user = await testbed.register()
    await testbed.award(user, 1, '2026-12-31T23:59:59.999Z')
    await testbed.award(user, 2, '2027-01-01T00:00:00.000Z')
    await testbed.award(user, 4, '2028-02-29T23:59:59.999Z')
    const newYear = await weekly('?date=2027-01-02')
    expect(newYear).toMatchObject({
      startDate: '2026-12-28T00:00:00.000Z',
      endDate: '2027-01-03T23:59:59.999Z',
      entries: [{ totalXP: 3 }],
    })
    const leap = (await testbed.call('GET /leaderboard/monthly?date=2028-02-10')).body
    expect(leap.data).toMatchObject({
      period: 'month',
      startDate: '2028-02-01T00:00:00.000Z',
      endDate: '2028-02-29T23:59:59.999Z',
      entries: [{ totalXP: 4 }],
    })
    expect(leap.message).toBe('Monthly leaderboard')
  })

  test('all time lasts from the first award until now, before and after compaction', async () => {
    const [a, b] = (await testbed.registerMany(2)) as [UserId, UserId]
    await testbed.award(a, 10, '2025-03-03T10:00:00.000Z')
    await testbed.award(a, 10, '2026-11-03T10:00:00.000Z')
    const span = { period: 'all-time', startDate: '2025-03-03T10:00:00.000Z', endDate: NOW.toISOString() }
    expect((await testbed.call('GET /leaderboard/all-time')).body.data).toMatchObject(span)
    await testbed.compact()
    await testbed.award(b, 10, '2026-11-03T11:00:00.000Z')
    expect((await testbed.call('GET /leaderboard/all-time')).body.data).toMatchObject(span)
  })

  test('past periods stay readable with their final ranks', async () => {
    const [a, b] = (await testbed.registerMany(2)) as [UserId, UserId]
    await testbed.award(a, 10, '2026-10-20T10:00:00Z')
    await testbed.award(b, 20, '2026-10-20T10:00:00Z')
    await testbed.compact()
    await testbed.award(a, 500, '2026-11-03T10:00:00Z')
    const past = await weekly('?date=2026-10-25', a)
    expect(ranked(past)).toEqual([
      [1, b, 20],
      [2, a, 10],
    ])
    expect(past.me).toEqual({ rank: 2, totalXP: 10 })
  })
})

test('concurrent requests for a page see every award that was committed before them', async () => {
  const users = await testbed.registerMany(20)
  const seen = await Promise.all(
    users.map(async (user) => {
      await testbed.award(user, 10, '2026-11-02T08:00:00Z')
      const boards = await Promise.all([weekly(), weekly(), weekly('', user)])
      return boards.every((board) => ranked(board).some(([, id]) => id === user))
    }),
  )
  expect(seen).toEqual(users.map(() => true))
})

describe('concurrent readers of positions', () => {
  const BOARDS = PERIODS.map((period) => boardAt(period, NOW))

  const withoutChanges: Db = async () => []

  /** A reader like that of the routes, which counts its statements. `compactionDb` lists the boards with changes. */
  function createReader(compactionDb: Db) {
    const { db, autocommitDb, write } = testbed
    const counted = { statements: 0 }
    const replicaDb: Db = (strings, ...values) => {
      counted.statements++
      return db(strings, ...values)
    }
    return { counted, read: createPositionReader({ replicaDb, db: compactionDb, autocommitDb, write }) }
  }

  const pendingChanges = async () => (await testbed.db`select from leaderboard_score_change`).length

  test('they share a statement, and each gets the positions of its own user and boards', async () => {
    const users = await testbed.registerMany(24)
    const [hidden, unranked] = users as [UserId, UserId]
    for (const [index, user] of users.entries())
      if (user !== unranked) await testbed.award(user, 10 * (1 + (index % 5)), '2026-11-02T08:00:00Z')
    await testbed.award(users[5]!, 500, '2026-10-02T08:00:00Z')
    await testbed.write((tx) => hideUser(tx, { userId: hidden, reason: 'OPTED_OUT', now: NOW }))
    const requests = users.map((userId, index) => ({
      userId,
      boards: index % 3 === 0 ? BOARDS.slice(0, 1) : BOARDS,
    }))
    const alone = await Promise.all(
      requests.map(({ userId, boards }) => listPositions(testbed.db, userId, boards)),
    )
    const { counted, read } = createReader(withoutChanges)
    expect(await Promise.all(requests.map(({ userId, boards }) => read(userId, boards)))).toEqual(alone)
    expect(counted.statements).toBeLessThanOrEqual(3)
    expect(alone.slice(0, 2).map(([week]) => week!.rank)).toEqual([null, null])
  })

  test('a user sees the own award in the next read, while others read', async () => {
    const users = await testbed.registerMany(12)
    const { read } = createReader(withoutChanges)
    await Promise.all(
      users.map(async (user, index) => {
        for (let round = 1; round <= 10; round++) {
          await testbed.award(user, 10, new Date(NOW.getTime() + round * 100 + index))
          const positions = await read(user, BOARDS)
          expect(positions.map(({ xp }) => xp)).toEqual([10 * round, 10 * round, 10 * round])
        }
      }),
    )
    const last = await Promise.all(users.map((user) => read(user, BOARDS)))
    for (const [index] of BOARDS.entries())
      expect(last.map((positions) => positions[index]!.rank)).toEqual(users.map((_, order) => order + 1))
  })

  test('they compact pending score changes without the job, and a lone reader does not', async () => {
    const users = await testbed.registerMany(3)
    for (const user of users) await testbed.award(user, 10, '2026-11-02T08:00:00Z')
    const { read } = createReader(testbed.db)
    await read(users[0]!, BOARDS)
    await read(users[0]!, BOARDS)
    expect(await pendingChanges()).toBe(9)
    await waitUntil(async () => {
      await Promise.all(users.map((user) => read(user, BOARDS)))
      return (await pendingChanges()) === 0
    })
    expect((await read(users[0]!, BOARDS)).map(({ total }) => total)).toEqual([3, 3, 3])
  })

  test('they get their positions although the compaction fails', async () => {
    const users = await testbed.registerMany(3)
    for (const user of users) await testbed.award(user, 10, '2026-11-02T08:00:00Z')
    let attempts = 0
    const broken: Db = () => {
      attempts++
      return Promise.reject(new Error('compaction is broken'))
    }
    const { read } = createReader(broken)
    const positions = await Promise.all(users.map((user) => read(user, BOARDS)))
    expect(positions.map(([week]) => week!.rank).toSorted()).toEqual([1, 2, 3])
    expect(attempts).toBe(1)
  })
})

describe('the caller’s position', () => {
  test('`me` is in the response only with a token', async () => {
    const [a, b, c] = (await testbed.registerMany(3)) as [UserId, UserId, UserId]
    await testbed.award(a, 10, '2026-11-02T08:00:00Z')
    await testbed.award(b, 20, '2026-11-02T08:00:00Z')
    expect(await weekly()).not.toHaveProperty('me')
    expect((await weekly('?limit=1', a)).me).toEqual({ rank: 2, totalXP: 10 })
    expect((await weekly('', b)).me).toEqual({ rank: 1, totalXP: 20 })
    expect((await weekly('', c)).me).toEqual({ rank: null, totalXP: 0 })
    expect((await testbed.call('GET /leaderboard/monthly', a)).body.data.me).toEqual({ rank: 2, totalXP: 10 })
    expect((await testbed.call('GET /leaderboard/all-time', a)).body.data.me).toEqual({
      rank: 2,
      totalXP: 10,
    })
  })

  test('GET /leaderboard/around-me returns the ranks around the caller', async () => {
    const users = await testbed.registerMany(30)
    await Promise.all(users.map((user, index) => testbed.award(user, 100 - index, '2026-11-02T08:00:00Z')))
    const around = async (index: number, query = '') =>
      (await testbed.call(`GET /leaderboard/around-me${query}`, users[index])).body.data
    const position = (from: number, to: number) =>
      users.slice(from, to).map((user, index) => [from + index + 1, user, 100 - from - index])
    expect(ranked(await around(15))).toEqual(position(10, 21) as never)
    expect(ranked(await around(0))).toEqual(position(0, 6) as never)
    expect(ranked(await around(29, '?radius=2'))).toEqual(position(27, 30) as never)
    expect(ranked(await around(15, '?radius=50'))).toEqual(position(0, 30) as never)
    expect(await around(15, '?period=all-time&radius=1')).toMatchObject({
      period: 'all-time',
      me: { rank: 16, totalXP: 85 },
      total: 30,
    })
    const otherUser = await testbed.register()
    expect((await testbed.call('GET /leaderboard/around-me', otherUser)).body.data).toMatchObject({
      entries: [],
      me: { rank: null, totalXP: 0 },
      total: 30,
    })
  })

  test('GET /leaderboard/my-position returns a position for all three periods', async () => {
    const [a, b] = (await testbed.registerMany(2)) as [UserId, UserId]
    await testbed.award(b, 100, '2026-09-01T08:00:00Z')
    await testbed.award(a, 1, '2026-10-01T08:00:00Z')
    await testbed.award(b, 5, '2026-11-01T08:00:00Z')
    await testbed.award(a, 10, '2026-11-03T08:00:00Z')
    const { body } = await testbed.call('GET /leaderboard/my-position', b)
    expect(body).toEqual({
      success: true,
      message: 'Your positions',
      data: {
        weekly: {
          period: 'week',
          startDate: '2026-11-02T00:00:00.000Z',
          endDate: '2026-11-08T23:59:59.999Z',
          rank: null,
          totalXP: 0,
          total: 1,
        },
        monthly: {
          period: 'month',
          startDate: '2026-11-01T00:00:00.000Z',
          endDate: '2026-11-30T23:59:59.999Z',
          rank: 2,
          totalXP: 5,
          total: 2,
        },
        allTime: {
          period: 'all-time',
          startDate: '2026-09-01T08:00:00.000Z',
          endDate: NOW.toISOString(),
          rank: 1,
          totalXP: 105,
          total: 2,
        },
      },
    })
  })

  test('endpoints about the caller need a token', async () => {
    expect((await testbed.call('GET /leaderboard/around-me')).status).toBe(401)
    expect((await testbed.call('GET /leaderboard/my-position')).status).toBe(401)
  })
})

describe('hidden users', () => {
  const hide = (userId: UserId, reason: 'OPTED_OUT' | 'SUSPENDED' | 'DELETED' = 'OPTED_OUT') =>
    testbed.write((tx) => hideUser(tx, { userId, reason, now: NOW }))
  const show = (userId: UserId, reason: 'OPTED_OUT' | 'SUSPENDED' | 'DELETED' = 'OPTED_OUT') =>
    testbed.write((tx) => showUser(tx, { userId, reason }))

  for (const counted of [false, true]) {
    test(`a hidden user has no rank on any board and gets it back when shown (${counted ? 'compacted' : 'not compacted'})`, async () => {
      const [a, b, c] = (await testbed.registerMany(3)) as [UserId, UserId, UserId]
      for (const at of ['2026-10-20T08:00:00Z', '2026-11-03T08:00:00Z']) {
        await testbed.award(a, 30, at)
        await testbed.award(b, 20, at)
        await testbed.award(c, 10, at)
      }
      if (counted) await testbed.compact()
      await hide(b)
      for (const path of ['weekly', 'weekly?date=2026-10-20', 'monthly', 'all-time']) {
        const { data } = (await testbed.call(`GET /leaderboard/${path}`, b)).body
        expect(ranked(data).map(([rank, id]) => [rank, id])).toEqual([
          [1, a],
          [2, c],
        ])
        expect(data.total).toBe(2)
        expect(data.me.rank).toBeNull()
        expect(data.me.totalXP).toBeGreaterThan(0)
      }
      expect((await weekly('', c)).me).toEqual({ rank: 2, totalXP: 10 })
      if (counted) await testbed.compact()
      await show(b)
      expect(ranked(await weekly('', c)).map(([, id]) => id)).toEqual([a, b, c])
      expect((await weekly('', c)).me).toEqual({ rank: 3, totalXP: 10 })
      expect((await weekly()).total).toBe(3)
    })
  }

  test('a hidden user earns XP that is not shown, also in later weeks', async () => {
    const [a, b] = (await testbed.registerMany(2)) as [UserId, UserId]
    await hide(a)
    await testbed.award(a, 30, '2026-11-03T08:00:00Z')
    await testbed.award(b, 10, '2026-11-03T08:00:00Z')
    expect(ranked(await weekly('', a))).toEqual([[1, b, 10]])
    await show(a)
    expect(ranked(await weekly())).toEqual([
      [1, a, 30],
      [2, b, 10],
    ])
  })

  test('a hidden user without XP has no rank when shown again', async () => {
    const user = await testbed.register()
    await hide(user)
    await show(user)
    expect((await weekly()).total).toBe(0)
    expect(await testbed.db`select * from period_score`).toEqual([])
  })

  test('a user stays hidden until no reason is left', async () => {
    const user = await testbed.register()
    const reasons = async () => (await listHiddenReasons(testbed.db, user)).map(({ reason }) => reason)
    await testbed.award(user, 30, '2026-11-03T08:00:00Z')
    await hide(user, 'OPTED_OUT')
    await hide(user, 'SUSPENDED')
    await hide(user, 'SUSPENDED')
    await show(user, 'SUSPENDED')
    expect((await weekly()).total).toBe(0)
    expect(await reasons()).toEqual(['OPTED_OUT'])
    await show(user, 'OPTED_OUT')
    await show(user, 'OPTED_OUT')
    expect((await weekly()).total).toBe(1)
    expect(await reasons()).toEqual([])
  })

  test('a deleted user is hidden', async () => {
    const user = await testbed.register()
    await testbed.award(user, 30, '2026-11-03T08:00:00Z')
    await testbed.write((tx) =>
      erasePersonalData(tx, {
        id: newId(),
        name: 'accounts.account_deleted',
        data: { userId: user, at: NOW.toISOString() },
      }),
    )
    expect(await weekly()).toMatchObject({ entries: [], total: 0 })
    expect(JSON.parse(JSON.stringify(await exportPersonalData(testbed.db, user)))).toMatchObject({
      scores: [
        { period: 'all-time', xp: '30' },
        { period: 'month' },
        { period: 'week', startsOn: '2026-11-02' },
      ],
      absences: [{ reason: 'DELETED' }],
    })
  })

  test('an award that races with hiding does not show the user', async () => {
    const users = await testbed.registerMany(60)
    await Promise.all(
      users.flatMap((user, index) => {
        const award = () => testbed.award(user, 10, '2026-11-03T08:00:00Z')
        return index % 2 ? [award(), hide(user), award()] : [hide(user), award(), award()]
      }),
    )
    expect((await weekly()).entries).toEqual([])
    const [row] = await testbed.db`select count(*)::int as shown from period_score where not is_hidden`
    expect(row).toEqual({ shown: 0 })
    await Promise.all(users.flatMap((user) => [show(user), testbed.award(user, 10, '2026-11-03T08:00:00Z')]))
    const data = await weekly()
    expect(data.entries.map(({ totalXP }: { totalXP: number }) => totalXP)).toEqual(users.map(() => 30))
    expect(data.total).toBe(60)
  })
})

test('a thousand concurrent awards add up exactly for every user and period', async () => {
  const users = await testbed.registerMany(10)
  await Promise.all(
    Array.from({ length: 1_000 }, (_, number) =>
      testbed.award(users[number % 10]!, 1 + (number % 7), new Date(NOW.getTime() + number)),
    ),
  )
  const expected = users.map((user, index) => {
    let xp = 0
    for (let number = index; number < 1_000; number += 10) xp += 1 + (number % 7)
    return [user, xp] as const
  })
  for (const path of ['weekly', 'monthly', 'all-time']) {
    const { data } = (await testbed.call(`GET /leaderboard/${path}`)).body
    expect(new Map(ranked(data).map(([, id, xp]) => [id, xp]))).toEqual(new Map(expected))
  }
})

test('an award writes all its rows in one statement', async () => {
  const user = await testbed.register()
  await testbed.award(user, 10, '2026-11-03T08:00:00Z')
  await testbed.award(user, 10, '2026-11-03T08:00:00Z')
  const rows = await testbed.db<{ command: string }>`
    select cmin::text as command from period_score union all select cmin::text from leaderboard_score_change`
  expect(rows.map(({ command }) => command)).toEqual(Array.from({ length: 9 }, () => '0'))
})
