import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { collectOutcomes, createBarrier } from '../../../test/harness/barrier.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { useClock, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createLeaderboardTestbed, type LeaderboardTestbed } from './leaderboard-testbed.ts'
import { assignGroups } from './league/assign-groups.ts'
import { assignEntries, lockLeagueWeek, readLeague, storeResults } from './league/queries.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'
import { hideUser } from './public/hide-user.ts'
import { showUser } from './public/show-user.ts'

const WEEK = '2026-11-02'
const NEXT_WEEK = '2026-11-09'
const WEDNESDAY = new Date('2026-11-04T12:00:00.000Z')
const LATE_ON_MONDAY = new Date('2026-11-09T12:00:00.000Z')
const MONDAY = '2026-11-02T08:00:00.000Z'

let testbed: LeaderboardTestbed
let now = WEDNESDAY

beforeAll(async () => {
  useClock(() => now.getTime())
  testbed = await createLeaderboardTestbed()
})
afterAll(async () => {
  useSystemClock()
  await testbed?.stop()
})
beforeEach(async () => {
  now = WEDNESDAY
  testbed.risen.length = 0
  await testbed.db`truncate leaderboard, period_score, leaderboard_hidden_user, leaderboard_rank_index,
    leaderboard_score_change, league_member, league_week`
})

interface Member {
  userId: UserId
  division: number | null
  entryNumber: number | null
  outcome: string | null
  rank: number | null
}

const membersOf = async (startsOn: string): Promise<Member[]> => [
  ...(await testbed.db<Member>`
    select user_id as "userId", division, entry_number as "entryNumber", outcome, final_rank as rank from league_member
    where starts_on = ${startsOn}::date order by division, entry_number`),
]
const exported = async (userId: UserId) =>
  JSON.parse(JSON.stringify(await exportPersonalData(testbed.db, userId)))

async function groupSizes(startsOn: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const { division, entryNumber } of await membersOf(startsOn)) {
    const group = `${division}/${Math.ceil(entryNumber! / 30)}`
    sizes[group] = (sizes[group] ?? 0) + 1
  }
  return sizes
}

/** Learners with different XP, the first with the most, who joined in this order. */
async function join(count: number, day = MONDAY): Promise<UserId[]> {
  const users = await testbed.registerMany(count)
  await awardAll(users, day)
  await testbed.compact()
  return users
}

async function awardAll(users: UserId[], day: string): Promise<void> {
  await Promise.all(
    users.map((user, index) =>
      testbed.award(user, 10 * (users.length - index), new Date(Date.parse(day) + index)),
    ),
  )
}

/** Learners in a division, as results of the week before. */
async function joinDivision(division: number, count: number): Promise<UserId[]> {
  const users = await testbed.registerMany(count)
  await testbed.db`
    insert into league_member (user_id, starts_on, joined_at, division, entry_number, outcome)
    select user_id, '2026-10-26', now(), ${division}, number + ${1000 * division}, 'STAYED'
    from unnest(${users}::uuid[]) with ordinality as own (user_id, number)`
  await awardAll(users, MONDAY)
  await testbed.compact()
  return users
}

const hide = (userId: UserId) =>
  testbed.write((tx) => hideUser(tx, { userId, reason: 'OPTED_OUT', now: WEDNESDAY }))
const league = async (userId: UserId) => (await testbed.call('GET /leagues/me', userId)).body.data
const position = async (userId: UserId) => (await testbed.call('GET /leagues/me/position', userId)).body.data

describe('joining', () => {
  test('a learner joins the lowest division with the first XP of a week, and only once', async () => {
    const [user] = (await join(1)) as [UserId]
    await testbed.award(user, 5, '2026-11-03T08:00:00Z')
    await testbed.compact()
    expect(await membersOf(WEEK)).toMatchObject([
      { userId: user, division: 1, entryNumber: 1, outcome: null },
    ])
  })

  test('groups of 30 are filled in the order of the first XP', async () => {
    const users = await join(65)
    const members = await membersOf(WEEK)
    expect(members.map(({ userId }) => userId)).toEqual(users)
    expect(await groupSizes(WEEK)).toEqual({ '1/1': 30, '1/2': 30, '1/3': 5 })
    const { entries, size } = await league(users[31]!)
    expect(size).toBe(30)
    expect(entries.map(({ userId }: { userId: string }) => userId)).toEqual(users.slice(30, 60))
  })

  test('a learner whose first XP of a month, or of all time, is counted joins one league, that of the week', async () => {
    const user = await testbed.register()
    await testbed.award(user, 5, '2026-10-31T08:00:00Z')
    await testbed.award(user, 5, '2026-11-01T08:00:00Z')
    await testbed.compact()
    expect(await testbed.db`select starts_on::text as week from league_member`).toEqual([
      { week: '2026-10-26' },
    ])
  })

  test('a hidden learner does not join, and joins when shown again', async () => {
    const user = await testbed.register()
    await hide(user)
    await testbed.award(user, 5, MONDAY)
    await testbed.compact()
    expect(await membersOf(WEEK)).toEqual([])
    expect(await position(user)).toMatchObject({ state: 'HIDDEN', rank: null, size: 0, totalXP: 5 })
    await testbed.write((tx) => showUser(tx, { userId: user, reason: 'OPTED_OUT' }))
    await testbed.compact()
    expect(await position(user)).toMatchObject({ state: 'JOINED', rank: 1 })
  })

  test('a learner who is hidden before the first XP is compacted does not join', async () => {
    const user = await testbed.register()
    await testbed.award(user, 5, MONDAY)
    await hide(user)
    await testbed.compact()
    expect(await membersOf(WEEK)).toEqual([])
  })

  test('a thousand learners who join at the same time fill groups of 30, each in one group', async () => {
    const users = await testbed.registerMany(1_000)
    let isDone = false
    const compacting = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isDone) await testbed.compact()
      }),
    )
    await Promise.all(users.map((user) => testbed.award(user, 10, MONDAY)))
    isDone = true
    await compacting
    await testbed.compact()
    const members = await membersOf(WEEK)
    expect(new Set(members.map(({ userId }) => userId))).toEqual(new Set(users))
    expect(members.map(({ entryNumber }) => entryNumber)).toEqual(users.map((_, index) => index + 1))
    const sizes = Object.values(await groupSizes(WEEK))
    expect(sizes.sort((a, b) => b - a)).toEqual([...Array.from({ length: 33 }, () => 30), 10])
  })

  /** Two transactions assign at the same time. The second sees a learner who came earlier, and not the entry of the first. */
  async function assignConcurrently(assign: (tx: Tx) => Promise<unknown>) {
    const [early, late] = (await testbed.registerMany(2)) as [UserId, UserId]
    const insert = (tx: Tx, user: UserId, at: string) =>
      tx`insert into league_member (user_id, starts_on, joined_at) values (${user}, ${WEEK}::date, ${at})`
    await testbed.write(async (tx) => {
      await tx`insert into league_week (starts_on) values (${WEEK}::date)`
      await insert(tx, late, '2026-11-03T00:00:00Z')
    })
    const firstAssigned = createBarrier(2)
    const first = testbed.write(async (tx) => {
      await assign(tx)
      await firstAssigned()
      // The second transaction waits for this one, because of its lock or its entry.
      await waitUntil(
        async () =>
          (
            await testbed.db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length > 0,
      )
    })
    await firstAssigned()
    await testbed.write((tx) => insert(tx, early, '2026-11-02T00:00:00Z'))
    const second = testbed.write(assign)
    const { done } = await collectOutcomes([first, second])
    return {
      done,
      entries: (await membersOf(WEEK)).map(({ userId }) => (userId === late ? 'late' : 'early')),
    }
  }

  test('two transactions that assign groups at the same time give every learner an entry of its own', async () => {
    const assign = async (tx: Tx) => {
      await lockLeagueWeek(tx, WEEK)
      await assignGroups(tx, WEEK)
    }
    expect(await assignConcurrently(assign)).toEqual({ done: 2, entries: ['late', 'early'] })
  })

  test('unsafe control: without the lock of the week, the second transaction fails or moves an assigned learner', async () => {
    const outcome = await assignConcurrently((tx) => assignEntries(tx, WEEK, 100))
    expect(outcome).not.toEqual({ done: 2, entries: ['late', 'early'] })
  })
})

describe('the end of a week', () => {
  test('the top of a group rises and the bottom falls', async () => {
    const users = await joinDivision(3, 30)
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    const byUser = new Map((await membersOf(WEEK)).map((member) => [member.userId, member]))
    const outcomes = users.map((user) => byUser.get(user)!.outcome)
    expect(outcomes).toEqual([
      ...Array(7).fill('ROSE'),
      ...Array(18).fill('STAYED'),
      ...Array(5).fill('FELL'),
    ])
    expect(users.map((user) => byUser.get(user)!.rank)).toEqual(users.map((_, index) => index + 1))
    expect(testbed.risen).toEqual([
      { startsOn: WEEK, division: 'PEARL', userIds: expect.any(Array) as unknown as UserId[] },
    ])
    expect(new Set(testbed.risen[0]!.userIds)).toEqual(new Set(users.slice(0, 7)))
    await awardAll(users, '2026-11-09T08:00:00Z')
    await testbed.compact()
    const next = new Map((await membersOf(NEXT_WEEK)).map((member) => [member.userId, member.division]))
    expect(users.map((user) => next.get(user))).toEqual([
      ...Array(7).fill(4),
      ...Array(18).fill(3),
      ...Array(5).fill(2),
    ])
  })

  test('no learner rises above the highest division, falls below the lowest, or rises in a group of three', async () => {
    const [bronze, laurel, few] = [await join(30), await joinDivision(7, 30), await joinDivision(4, 3)]
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    const outcome = new Map((await membersOf(WEEK)).map((member) => [member.userId, member.outcome]))
    expect(bronze.filter((user) => outcome.get(user) === 'FELL')).toEqual([])
    expect(laurel.filter((user) => outcome.get(user) === 'ROSE')).toEqual([])
    expect(laurel.filter((user) => outcome.get(user) === 'FELL')).toEqual(laurel.slice(25))
    expect(few.map((user) => outcome.get(user))).toEqual(['STAYED', 'STAYED', 'STAYED'])
  })

  test('hidden learners and learners without XP take no rank, do not rise and stay in their division', async () => {
    const users = await joinDivision(2, 10)
    await hide(users[0]!)
    await testbed.revoke(users[1]!, 1_000, WEDNESDAY)
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    const byUser = new Map((await membersOf(WEEK)).map((member) => [member.userId, member]))
    expect(users.slice(0, 2).map((user) => byUser.get(user))).toMatchObject([
      { outcome: 'STAYED', rank: null },
      { outcome: 'STAYED', rank: null },
    ])
    // Eight learners are left: two rise, one falls.
    expect(users.slice(2).map((user) => [byUser.get(user)!.rank, byUser.get(user)!.outcome])).toEqual([
      [1, 'ROSE'],
      [2, 'ROSE'],
      ...[3, 4, 5, 6, 7].map((rank) => [rank, 'STAYED'] as [number, string]),
      [8, 'FELL'],
    ])
  })

  test('a week is not closed before its end, nor while requests of its last moment may be running', async () => {
    await join(5)
    for (const at of ['2026-11-08T23:59:59.999Z', '2026-11-09T00:01:59.999Z']) {
      await testbed.closeLeagueWeeks(at)
      expect((await membersOf(WEEK)).map(({ outcome }) => outcome)).toEqual([null, null, null, null, null])
    }
    await testbed.closeLeagueWeeks('2026-11-09T00:02:00.000Z')
    expect((await membersOf(WEEK))[0]).toMatchObject({ outcome: 'ROSE' })
  })

  test('XP of the last moment counts although it is not compacted when the week is closed', async () => {
    const users = await join(3)
    const last = await testbed.register()
    await testbed.award(last, 1_000, '2026-11-08T23:59:59Z')
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    expect((await membersOf(WEEK)).map(({ userId, outcome }) => [userId, outcome])).toEqual([
      ...users.map((user) => [user, 'STAYED'] as [UserId, string]),
      [last, 'ROSE'],
    ])
  })

  test('XP that arrives after the end changes neither the results of a closed week nor its groups', async () => {
    const users = await join(8)
    const newUser = await testbed.register()
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    const before = await membersOf(WEEK)
    await testbed.award(users[7]!, 10_000, '2026-11-08T20:00:00Z')
    await testbed.award(newUser, 10_000, '2026-11-08T20:00:00Z')
    await hide(users[0]!)
    await testbed.compact()
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    expect(await membersOf(WEEK)).toEqual(before)
    now = LATE_ON_MONDAY
    expect((await league(users[7]!)).lastWeek).toMatchObject({ outcome: 'STAYED', rank: 8, totalXP: 10 })
  })

  test('XP for a week before a closed one does not open that week', async () => {
    const [user] = (await join(1)) as [UserId]
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    await testbed.award(user, 10, '2026-10-28T08:00:00Z')
    await testbed.compact()
    expect(await membersOf('2026-10-26')).toEqual([])
  })

  test('learners of a new week get a group when the week before is closed, in their new division', async () => {
    const users = await join(8)
    await awardAll(users.slice(0, 3), '2026-11-09T00:00:30Z')
    await testbed.compact()
    expect((await membersOf(NEXT_WEEK)).map(({ division }) => division)).toEqual([null, null, null])
    now = LATE_ON_MONDAY
    expect(await position(users[0]!)).toMatchObject({ state: 'JOINING', division: 'BRONZE', rank: null })
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    expect((await membersOf(NEXT_WEEK)).map(({ userId, division }) => [userId, division])).toEqual([
      [users[2]!, 1],
      [users[0]!, 2],
      [users[1]!, 2],
    ])
  })

  test('weeks that ended while the service was down are closed in their order', async () => {
    const users = await join(8)
    await awardAll(users, '2026-11-09T08:00:00Z')
    await testbed.compact()
    await testbed.closeLeagueWeeks('2026-11-20T12:00:00Z')
    expect((await membersOf(NEXT_WEEK)).map(({ division, outcome }) => [division, outcome])).toEqual([
      // Six were left in the lowest division, and two rose to the second.
      [1, 'ROSE'],
      ...Array.from({ length: 5 }, () => [1, 'STAYED'] as [number, string]),
      [2, 'STAYED'],
      [2, 'STAYED'],
    ])
  })

  test('a learner who was absent for some weeks keeps the division', async () => {
    const users = await join(8)
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    await testbed.award(users[0]!, 10, '2026-12-02T08:00:00Z')
    await testbed.compact()
    expect(await membersOf('2026-11-30')).toMatchObject([{ userId: users[0]!, division: 2 }])
  })

  test('processes that close a week at the same time store every result and emit every rise once', async () => {
    const users = await join(300)
    await Promise.all(Array.from({ length: 6 }, () => testbed.closeLeagueWeeks(LATE_ON_MONDAY)))
    const members = await membersOf(WEEK)
    expect(members.filter(({ outcome }) => outcome === 'ROSE')).toHaveLength(70)
    const risen = testbed.risen.flatMap(({ userIds }) => userIds)
    expect(risen).toHaveLength(70)
    expect(new Set(risen).size).toBe(70)
    expect(users).toHaveLength(members.length)
  })

  test('a run that was killed between two batches is continued, and each group is decided as a whole', async () => {
    await join(95)
    // About 40 learners are two whole groups. The next batch would follow in a transaction of its own.
    await testbed.write(async (tx) => {
      await lockLeagueWeek(tx, WEEK)
      expect(await storeResults(tx, WEEK, 40)).toHaveLength(60)
    })
    const first = await membersOf(WEEK)
    expect(first.map(({ outcome }) => outcome !== null)).toEqual([
      ...Array(60).fill(true),
      ...Array(35).fill(false),
    ])
    // A crash in a batch rolls it back.
    await expect(
      testbed.write(async (tx) => {
        await storeResults(tx, WEEK, 40)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    const members = await membersOf(WEEK)
    expect(members.slice(0, 60)).toEqual(first.slice(0, 60))
    expect(members.filter(({ outcome }) => outcome === 'ROSE')).toHaveLength(7 + 7 + 7 + 1)
    expect(await testbed.db`select from league_week where closed_at is null`).toEqual([])
  })
})

describe('GET /leagues/me', () => {
  test('GET /leagues/me has the group with ranks, zones and names', async () => {
    const users = await joinDivision(2, 6)
    const { status, body } = await testbed.call('GET /leagues/me', users[5]!)
    const [row] = await testbed.db<{ username: string }>`
      select username from user_account where id = ${users[0]!}`
    expect(status).toBe(200)
    expect(body.message).toBe('Your league')
    expect(body.data).toMatchObject({
      division: 'SILVER',
      state: 'JOINED',
      startDate: '2026-11-02T00:00:00.000Z',
      endDate: '2026-11-08T23:59:59.999Z',
      rank: 6,
      size: 6,
      totalXP: 10,
      zone: 'FALLING',
      rising: 1,
      falling: 1,
    })
    expect(body.data.entries[0]).toEqual({
      rank: 1,
      userId: users[0],
      username: row!.username,
      avatarUrl: `https://lyceum.example/avatars/${users[0]}.svg`,
      totalXP: 60,
      zone: 'RISING',
    })
    const { entries, lastWeek, ...own } = body.data
    expect(entries.map(({ zone }: { zone: string }) => zone)).toEqual([
      'RISING',
      'STAYING',
      'STAYING',
      'STAYING',
      'STAYING',
      'FALLING',
    ])
    expect(await position(users[5]!)).toEqual(own)
  })

  test('a learner without XP this week has a division and no group', async () => {
    const [user] = (await join(1, '2026-10-20T08:00:00Z')) as [UserId]
    const newUser = await testbed.register()
    for (const userId of [user, newUser])
      expect(await league(userId)).toMatchObject({
        state: 'NOT_JOINED',
        division: 'BRONZE',
        rank: null,
        size: 0,
        entries: [],
        lastWeek: null,
      })
  })

  test('the result of last week is shown for one week', async () => {
    const users = await join(8)
    await testbed.closeLeagueWeeks(LATE_ON_MONDAY)
    now = LATE_ON_MONDAY
    expect(await league(users[0]!)).toMatchObject({
      state: 'NOT_JOINED',
      division: 'SILVER',
      lastWeek: {
        division: 'BRONZE',
        outcome: 'ROSE',
        nextDivision: 'SILVER',
        rank: 1,
        size: 8,
        totalXP: 80,
      },
    })
    now = new Date('2026-11-16T12:00:00Z')
    expect(await league(users[0]!)).toMatchObject({ division: 'SILVER', lastWeek: null })
  })

  test('a hidden or deleted learner is not in the group that others see', async () => {
    const users = await join(4)
    await hide(users[0]!)
    await testbed.write((tx) =>
      erasePersonalData(tx, {
        id: newId(),
        name: 'accounts.account_deleted',
        data: { userId: users[1]!, at: WEDNESDAY.toISOString() },
      }),
    )
    const { entries, rank } = await league(users[2]!)
    expect(entries.map(({ userId }: { userId: string }) => userId)).toEqual(users.slice(2))
    expect(rank).toBe(1)
    expect(await league(users[0]!)).toMatchObject({ state: 'HIDDEN', rank: null, entries: [] })
    expect(await exported(users[1]!)).toMatchObject({ leagues: [] })
    expect(await exported(users[2]!)).toMatchObject({
      leagues: [{ startsOn: WEEK, division: 1 }],
    })
  })

  test('a learner who reads the league with new XP gets a group soon', async () => {
    const user = await testbed.register()
    await testbed.award(user, 10, MONDAY)
    expect(await position(user)).toMatchObject({ state: 'JOINING', totalXP: 10 })
    await waitUntil(async () => (await position(user)).state === 'JOINED')
  })

  test('GET /leagues/me needs a token', async () => {
    expect((await testbed.call('GET /leagues/me')).status).toBe(401)
    expect((await testbed.call('GET /leagues/me/position')).status).toBe(401)
  })

  test('the league of a learner is read by indexes, whatever the number of learners', async () => {
    const users = await join(3_000)
    await testbed.test.database.autocommit`analyze league_member, period_score, leaderboard_hidden_user`
    const plans = await queryPlansOf(testbed.test.database, (db) => readLeague(db, users[1_500]!, WEEK))
    expect(scannedTables(plans).filter((table) => table !== 'leaderboard_hidden_user')).toEqual([])
    expect(plans[0]!.pages).toBeLessThan(300)
  })
})
