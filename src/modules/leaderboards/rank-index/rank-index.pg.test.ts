import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../../../test/harness/random.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import type { UserId } from '../../../platform/ids.ts'
import { createLeaderboardTestbed, type LeaderboardTestbed } from '../leaderboard-testbed.ts'
import { ALL_TIME, type Board, boardAt } from '../period.ts'
import { hideUser } from '../public/hide-user.ts'
import { showUser } from '../public/show-user.ts'
import { listNeighbors, listPage, listPositions } from '../queries.ts'
import { compactScoreChangesForAMinute } from './compact-score-changes.ts'

const AT = new Date('2026-11-04T12:00:00.000Z')
const BOARDS: Board[] = [boardAt('week', AT), boardAt('month', AT), ALL_TIME]
const MANY = 6_000

let testbed: LeaderboardTestbed
let users: UserId[]

beforeAll(async () => {
  testbed = await createLeaderboardTestbed()
  users = await testbed.registerMany(MANY)
})
afterAll(() => testbed?.stop())

/** Compares indexed ranks with full scans in one snapshot of the database; every rank must be equal. */
async function expectExact(random: () => number): Promise<void> {
  await testbed.test.database.transaction(async ({ statement: db, script }) => {
    await script('set transaction isolation level repeatable read, read only')
    for (const board of BOARDS) {
      const fullScan = await db<{ userId: UserId; xp: bigint }>`
        select user_id as "userId", xp from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
        order by xp desc, reached_at, user_id`
      const scores = fullScan.map(({ userId, xp }) => ({ userId, xp: Number(xp) }))
      const pick = (below: number) => Math.floor(random() * below)
      for (let round = 0; round < 6; round++) {
        const index = pick(scores.length)
        const { userId, xp } = scores[index]!
        const [position] = await listPositions(db, userId, [board])
        expect(position).toMatchObject({ rank: index + 1, xp, total: scores.length })
        const near = await listNeighbors(db, userId, board, 7)
        expect(near.rank).toBe(index + 1)
        expect(near.scores).toEqual(scores.slice(Math.max(0, index - 7), index + 8))
        expect(near.firstRank).toBe(Math.max(0, index - 7) + 1)
        const offset = pick(scores.length + 10)
        const page = await listPage(db, board, { limit: 20, offset })
        expect(page.scores).toEqual(scores.slice(offset, offset + 20))
        expect(page.total).toBe(scores.length)
      }
      const broken = await db`
        select * from (
          select users_ahead,
            -- A user at the position of an entry is not ahead of it, so the entry sorts first.
            sum(step) over (order by score, at, user_id, users_ahead nulls last rows unbounded preceding) as counted
          from (
            select -xp as score, reached_at as at, user_id, 1 as step, null::bigint as users_ahead from period_score
            where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
            union all
            select -new_xp, new_reached_at, user_id, -1, null from leaderboard_score_change
            where period = ${board.period} and starts_on = ${board.startsOn}::date and new_xp is not null
            union all
            select -old_xp, old_reached_at, user_id, 1, null from leaderboard_score_change
            where period = ${board.period} and starts_on = ${board.startsOn}::date and old_xp is not null
            union all
            select -xp, reached_at, user_id, 0, users_ahead from leaderboard_rank_index
            where period = ${board.period} and starts_on = ${board.startsOn}::date
          ) line
        ) compared
        where users_ahead <> counted`
      expect(broken).toEqual([])
    }
  })
}

async function indexEntryCount(board: Board): Promise<number> {
  const [row] = await testbed.db<{ count: number }>`
    select count(*)::int as count from leaderboard_rank_index
    where period = ${board.period} and starts_on = ${board.startsOn}::date`
  return row!.count
}

/** Concurrent awards with few different amounts and times, so that ties are frequent. */
async function awardAll(list: UserId[], random: () => number): Promise<void> {
  const queue = list.values()
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (const user of queue)
        await testbed.award(
          user,
          10 * (1 + Math.floor(random() ** 3 * 20)),
          new Date(AT.getTime() + Math.floor(random() * 50)),
        )
    }),
  )
}

describe('rank index', () => {
  test('ranks are exact before the first compaction', async () => {
    const random = seededRandom(1)
    await awardAll(users, random)
    expect(await indexEntryCount(ALL_TIME)).toBe(0)
    await expectExact(random)
  })

  test('ranks are exact after compaction, with index entries across the whole board', async () => {
    await testbed.compact()
    expect(await testbed.db`select 1 from leaderboard_score_change`).toEqual([])
    for (const board of BOARDS) {
      const count = await indexEntryCount(board)
      expect(count).toBeGreaterThanOrEqual(Math.floor(MANY / 64))
      expect(count).toBeLessThanOrEqual(Math.ceil(MANY / 8))
    }
    await expectExact(seededRandom(2))
  })

  test('ranks are exact with pending changes after a compaction', async () => {
    const random = seededRandom(3)
    await awardAll(
      users.filter(() => random() < 0.3),
      random,
    )
    const [pending] = await testbed.db<{
      count: number
    }>`select count(*)::int as count from leaderboard_score_change`
    expect(pending!.count).toBeGreaterThan(1_000)
    await expectExact(random)
  })

  test('ranks are exact while users earn, hide and return and other processes compact', async () => {
    const random = seededRandom(4)
    let isOver = false
    const whileItLasts = async (work: () => Promise<unknown>) => {
      while (!isOver) await work()
    }
    const someone = () => users[Math.floor(random() * users.length)]!
    const now = AT
    const load = [
      ...Array.from({ length: 4 }, () => whileItLasts(() => awardAll([someone()], random))),
      whileItLasts(() =>
        testbed.write((tx) => hideUser(tx, { userId: someone(), reason: 'OPTED_OUT', now })),
      ),
      whileItLasts(() => testbed.write((tx) => showUser(tx, { userId: someone(), reason: 'OPTED_OUT' }))),
      whileItLasts(() => testbed.compact()),
      whileItLasts(async () => {
        await Bun.sleep(7)
        await testbed.compact()
      }),
    ]
    try {
      for (let round = 0; round < 12; round++) await expectExact(random)
    } finally {
      isOver = true
      await Promise.all(load)
    }
    await testbed.compact()
    await expectExact(random)
  })

  test('index entries follow the users and do not accumulate where users left', async () => {
    const random = seededRandom(5)
    // All users move far ahead, twice.
    for (const xp of [100_000, 200_000]) {
      await testbed.db`
        with moved as (
          update period_score set xp = xp + ${xp}, reached_at = reached_at + interval '1 hour' where not is_hidden
          returning new.period, new.starts_on, new.user_id, old.xp as old_xp, old.reached_at as old_reached_at,
            new.xp as new_xp, new.reached_at as new_reached_at)
        insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at) select * from moved`
      await testbed.compact()
    }
    for (const board of BOARDS) {
      const [row] = await testbed.db<{ widest: number; count: number }>`
        select max(gap)::int as widest, count(*)::int as count from (
          select users_ahead - lag(users_ahead, 1, 0::bigint) over (order by users_ahead) as gap from leaderboard_rank_index
          where period = ${board.period} and starts_on = ${board.startsOn}::date) gaps`
      expect(row!.widest).toBeLessThanOrEqual(75)
      expect(row!.count).toBeLessThanOrEqual(MANY / 8 + 1)
    }
    await expectExact(random)
  })

  test('the comparison detects a single lost score change', async () => {
    const [last] = await testbed.db<{ userId: UserId }>`
      select user_id as "userId" from period_score where period = 'week' and not is_hidden order by xp limit 1`
    await testbed.award(last!.userId, 1_000_000, new Date(AT.getTime() + 5_000))
    await testbed.db`delete from leaderboard_score_change where period = 'week'`
    let noticed = false
    await expectExact(seededRandom(6)).catch(() => {
      noticed = true
    })
    expect(noticed).toBe(true)
  })
})

test('compaction stops when the process shuts down', async () => {
  const stopping = new AbortController()
  const counting = compactScoreChangesForAMinute(testbed, stopping.signal)
  await Bun.sleep(50)
  const offset = performance.now()
  stopping.abort()
  await counting
  // A generous limit for a slow machine, far below one minute.
  expect(performance.now() - offset).toBeLessThan(20_000)
})

test('compaction rests longer while there are no changes, and is fast again after a change', async () => {
  const waited: number[] = []
  const stopping = new AbortController()
  await compactScoreChangesForAMinute(testbed, stopping.signal, async (ms) => {
    waited.push(ms)
    if (waited.length === 5)
      await testbed.db`
        insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
        values ('week', '2020-01-06', gen_random_uuid(), 1, now(), 2, now())`
    if (waited.length === 7) stopping.abort()
  })
  const idle = waited.slice(waited.length - 7)
  expect([...idle.slice(0, 5), idle[6]]).toEqual([3_000, 6_000, 12_000, 12_000, 12_000, 3_000])
  expect(idle[5]).toBeLessThanOrEqual(3_000)
})

test('compaction vacuums the table after it deleted many changes', async () => {
  const vacuums = async () => {
    const [row] = await testbed.db<{ count: bigint }>`
      select vacuum_count as count from pg_stat_user_tables where relname = 'leaderboard_score_change'`
    return row!.count
  }
  const before = await vacuums()
  await testbed.db`
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
    select 'week', '2020-01-06', gen_random_uuid(), 1, now(), 2, now() from generate_series(1, 2000)`
  const stopping = new AbortController()
  const counting = compactScoreChangesForAMinute(testbed, stopping.signal)
  try {
    await waitUntil(async () => (await vacuums()) > before)
  } finally {
    stopping.abort()
    await counting
  }
  expect(await testbed.db`select from leaderboard_score_change where starts_on = '2020-01-06'`).toEqual([])
})
