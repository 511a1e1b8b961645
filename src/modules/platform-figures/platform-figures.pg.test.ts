import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { countCohorts } from './count-cohorts.ts'
import { countPlatformStats } from './count-stats.ts'
import { addDays, dayOf } from './day.ts'
import { HISTORY_END, HISTORY_START, randomHistory, writeHistory } from './random-history-testbed.ts'
import {
  listActivity,
  listBalancesBefore,
  listBattles,
  listCohorts,
  listLearning,
  listLedger,
  listOrders,
} from './read-queries.ts'
import { summarizeActivity, summarizeLedger } from './summarize.ts'

const SEED = 20_261_117
const period = { from: dayOf(HISTORY_START), to: dayOf(HISTORY_END), interval: 'day' as const }

let fixture: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  fixture = await createTestDatabase()
  platform = await openTestPlatform(fixture)
})
afterAll(async () => {
  await platform.close()
  await fixture.drop()
})

const db = () => fixture.database.query

class Killed extends Error {}

/** A worker that is killed in one of its next transactions, before or after the commit. */
function killedWrite(random: () => number): Write {
  let transactionsLeft = Math.floor(random() * 12)
  const afterCommit = random() < 0.5
  return (async (work: Parameters<Write>[0]) => {
    if (transactionsLeft-- > 0) return platform.write(work)
    if (afterCommit) await platform.write(work)
    else
      await platform.write(async (tx) => {
        await work(tx)
        throw new Killed()
      })
    throw new Killed()
  }) as Write
}

const untilKilled = (run: Promise<void>) =>
  run.catch((error) => {
    if (!(error instanceof Killed)) throw error
  })

/** Writes a random history day by day while workers count, are killed, count twice and count at the same time. */
beforeAll(async () => {
  const random = seededRandom(SEED)
  let rows = randomHistory(SEED)
  for (let now = HISTORY_START; now < HISTORY_END; now = addMs(now, Math.ceil(random() * 3 * DAY_MS))) {
    rows = await writeHistory(fixture.database, rows, now)
    const run = { now, rowsPerBatch: 7 }
    const chance = random()
    if (chance < 0.25) continue
    if (chance < 0.5) await untilKilled(countPlatformStats({ write: killedWrite(random) }, run))
    else if (chance < 0.75)
      await Promise.all([countPlatformStats(platform, run), countPlatformStats(platform, run)])
    else await countPlatformStats(platform, run)
    if (random() < 0.3) await Promise.all([countCohorts(platform, { now }), countCohorts(platform, { now })])
  }
  await writeHistory(fixture.database, rows, HISTORY_END)
  await countPlatformStats(platform, { now: HISTORY_END })
  await countCohorts(platform, { now: HISTORY_END })
})

test('active learners of a day, of 7 and of 30 days are those of the calendar', async () => {
  const expected = await db()`
    select day::date::text as start,
      (select count(*) from streak_day where status = 'DONE' and day = days.day::date)::int as "dailyActive",
      (select count(distinct user_id) from streak_day
        where status = 'DONE' and day between days.day::date - 6 and days.day::date)::int as "weeklyActive",
      (select count(distinct user_id) from streak_day
        where status = 'DONE' and day between days.day::date - 29 and days.day::date)::int as "monthlyActive",
      (select count(*) from (
        select min(day) as first from streak_day where status = 'DONE' group by user_id
      ) learner where first = days.day::date)::int as "newLearners"
    from generate_series(${period.from}::date, ${period.to}::date, interval '1 day') as days (day)`
  const counted = summarizeActivity(await listActivity(db(), period), period)
  expect(counted.map(({ returningLearners: _, ...row }) => row)).toEqual(expected as never)
  expect(Math.max(...counted.map(({ monthlyActive }) => monthlyActive))).toBeGreaterThan(50)
})

test('cohorts are counted by the sign-up in the calendar of the user', async () => {
  const today = dayOf(HISTORY_END)
  const expected = await db()`
    with member as (
      select id, created_at, (created_at at time zone time_zone)::date as day from user_account
    ), step as (
      select *,
        exists (select from lesson_completion where user_id = member.id
          and completed_at < created_at + interval '90 days') as lesson,
        exists (select from enrollment where user_id = member.id
          and completed_at < created_at + interval '90 days') as course,
        exists (select from certificate where user_id = member.id
          and issued_at < created_at + interval '90 days') as certificate,
        array(select streak_day.day - member.day from streak_day
          where user_id = member.id and status = 'DONE') as active
      from member
    )
    select day::text as day, count(*)::int as users,
      case when day + 1 < ${today}::date then count(*) filter (where 1 = any(active))::int end as "day1",
      case when day + 7 < ${today}::date then count(*) filter (where 7 = any(active))::int end as "day7",
      case when day + 30 < ${today}::date then count(*) filter (where 30 = any(active))::int end as "day30",
      count(*) filter (where lesson)::int as "firstLesson", count(*) filter (where course)::int as "firstCourse",
      count(*) filter (where certificate)::int as "firstCertificate"
    from step group by day order by day`
  const counted = await listCohorts(db(), { from: '2026-01-01', to: '2027-01-01' })
  expect(counted.toSorted((one, other) => (one.day < other.day ? -1 : 1))).toEqual(expected as never)
  expect(counted.some(({ day1 }) => day1)).toBe(true)
})

test('lessons and their time are counted once', async () => {
  const expected = await db()`
    select completed_at::date::text as day, count(*)::float8 as lessons,
      coalesce(sum(time_spent_seconds), 0)::float8 as seconds
    from lesson_completion group by 1 order by 1`
  expect(byDay(await listLearning(db(), period))).toEqual(expected as never)
})

test('sources, sinks and balances are those of the ledger', async () => {
  for (const asset of ['GEM', 'XP', 'USDT']) {
    const expected = await db()`
      select entry.created_at::date::text as day, split_part(account, ':', 1) as "accountKind", reason,
        coalesce(sum(amount) filter (where amount > 0), 0)::float8 as credited,
        coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as debited
      from ledger_entry entry join ledger_transfer on id = transfer_id where asset = ${asset} group by 1, 2, 3`
    const rows = await listLedger(db(), { asset, ...period })
    expect(sorted(rows)).toEqual(sorted(expected as never))
    const [total] = await db()<{ users: number; escrow: number; house: number }>`
      select coalesce(sum(amount) filter (where account ~ '^user:'), 0)::float8 as users,
        coalesce(sum(amount) filter (where account ~ '^(contest|battle|order):'), 0)::float8 as escrow,
        coalesce(-sum(amount) filter (where account ~ '^house:'), 0)::float8 as house
      from ledger_entry where asset = ${asset}`
    // A period in the middle begins with the balances of all days before.
    const middle = { ...period, from: addDays(period.from, 60) }
    for (const part of [period, middle]) {
      const { intervals } = summarizeLedger(
        await listLedger(db(), { asset, ...part }),
        await listBalancesBefore(db(), { asset, day: part.from }),
        part,
      )
      expect(intervals.at(-1)).toMatchObject({ withUsers: total!.users, inEscrow: total!.escrow })
    }
    const all = summarizeLedger(rows, [], period)
    const supply = all.intervals.reduce((sum, { issued, returned }) => sum + issued - returned, 0)
    expect(supply).toBe(total!.house)
    expect(all.reasons.reduce((sum, { issued, returned }) => sum + issued - returned, 0)).toBe(supply)
  }
})

test('completed orders are counted once, and reversed ones are counted as reversed', async () => {
  const expected = await db()`
    select at::date::text as day, direction, provider, asset, fiat_currency as currency,
      count(*) filter (where to_status = 'COMPLETED')::float8 as orders,
      coalesce(sum(fiat_amount) filter (where to_status = 'COMPLETED'), 0)::bigint as amount,
      coalesce(sum(fee) filter (where to_status = 'COMPLETED'), 0)::bigint as fees,
      count(*) filter (where from_status = 'COMPLETED')::float8 as reversed,
      coalesce(sum(fiat_amount) filter (where from_status = 'COMPLETED'), 0)::bigint as "reversedAmount"
    from payment_order_transition join payment_order on payment_order.id = order_id
    where to_status = 'COMPLETED' or from_status = 'COMPLETED'
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`
  const counted = await listOrders(db(), period)
  expect(counted).toEqual(expected as never)
  expect(counted.some(({ reversed }) => reversed > 0)).toBe(true)
})

test('battles are counted on the day on which they began, whenever they ended', async () => {
  const expected = await db()`
    select created_at::date::text as day, kind, reason as outcome, count(*)::int as battles, (sum(stake) * 2)::float8 as staked
    from battle_room where state in ('FINISHED', 'ABANDONED') group by 1, 2, 3`
  expect(sorted(await listBattles(db(), period))).toEqual(sorted(expected as never))
})

test('a row whose transaction commits late is counted, although newer rows were counted before', async () => {
  const lateAt = new Date()
  const now = addMs(lateAt, 20 * MINUTE_MS)
  const count = async () => {
    await countPlatformStats(platform, { now })
    const rows = await listLearning(db(), { from: dayOf(lateAt), to: dayOf(now) })
    return rows.reduce((sum, { lessons }) => sum + lessons, 0)
  }
  const insert = (at: Date) => `
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
    values ('${smallestIdAt(at)}', uuidv7(), uuidv7(), uuidv7(), '${at.toISOString()}')`
  const before = await count()
  const [late, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = fixture.another()
  const writing = other.withSession(async ({ script }) => {
    await script('set session_replication_role = replica')
    await script('begin')
    await script(insert(lateAt))
    late.resolve()
    await finish.promise
    await script('commit')
  })
  await late.promise
  await fixture.database.withSession(async ({ script }) => {
    await script('set session_replication_role = replica')
    await script(insert(addMs(lateAt, MINUTE_MS)))
  })
  expect(await count()).toBe(before)
  finish.resolve()
  await writing
  await other.close()
  expect(await count()).toBe(before + 2)
})

test('counts of past days stay when the account of a learner is erased, and no table can name a user', async () => {
  const earlyDays = { from: period.from, to: addDays(period.from, 60) }
  const read = async () => sorted(await listActivity(db(), earlyDays))
  const before = await read()
  await db()`delete from streak_day where user_id in (select id from user_account order by id limit 20)`
  await countPlatformStats(platform, { now: HISTORY_END })
  expect(await read()).toEqual(before)
  const columns = await db()<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_name = any(${['platform_stat_cursor', 'active_learner_stat', 'sign_up_cohort', 'learning_daily_stat', 'ledger_daily_stat', 'order_daily_stat', 'battle_daily_stat']}::text[])
      and (data_type = 'uuid' or column_name ~ 'user_id|account$')`
  expect(columns).toEqual([])
})

function byDay<Row extends { day: string }>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

function sorted(rows: object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort()
}
