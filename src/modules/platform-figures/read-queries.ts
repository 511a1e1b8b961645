import type { Db } from '../../platform/db/database.ts'
import type { Cohort } from './cohort.ts'
import { addDays, type Day } from './day.ts'
import type { Period } from './period.ts'

type Days = Pick<Period, 'from' | 'to'>

export interface ActivityRow {
  day: Day
  gapDays: number
  learners: number
}

/** The rows of a period and of the 29 days before it, which count for its first days. */
export function listActivity(db: Db, { from, to }: Days): Promise<ActivityRow[]> {
  return db<ActivityRow>`
    select day::text as day, gap_days as "gapDays", learners from active_learner_stat
    where day between ${addDays(from, -29)}::date and ${to}::date`
}

export function listCohorts(db: Db, { from, to }: Days): Promise<Cohort[]> {
  return db<Cohort>`
    select day::text as day, users, day_1 as "day1", day_7 as "day7", day_30 as "day30", first_lesson as "firstLesson",
      first_course as "firstCourse", first_certificate as "firstCertificate"
    from sign_up_cohort where day between ${from}::date and ${to}::date`
}

export function listVisits(db: Db, { from, to }: Days): Promise<{ day: Day; visits: number }[]> {
  return db<{ day: Day; visits: number }>`
    select day::text as day, visits::float8 as visits from visit_daily_stat
    where day between ${from}::date and ${to}::date`
}

export async function findLastCohort(db: Db): Promise<Day | undefined> {
  const [row] = await db<{
    day: Day
  }>`select day::text as day from sign_up_cohort order by sign_up_cohort.day desc limit 1`
  return row?.day
}

export interface LearningRow {
  day: Day
  lessons: number
  seconds: number
}

export function listLearning(db: Db, { from, to }: Days): Promise<LearningRow[]> {
  return db<LearningRow>`
    select day::text as day, lessons::float8 as lessons, seconds::float8 as seconds from learning_daily_stat
    where day between ${from}::date and ${to}::date`
}

export interface LedgerRow {
  day: Day
  accountKind: string
  reason: string
  credited: number
  debited: number
}

export function listLedger(db: Db, { asset, from, to }: Days & { asset: string }): Promise<LedgerRow[]> {
  return db<LedgerRow>`
    select day::text as day, account_kind as "accountKind", reason, credited::float8 as credited,
      debited::float8 as debited
    from ledger_daily_stat
    where asset = ${asset} and account_kind = any('{user,house,contest,battle,order}'::text[])
      and day between ${from}::date and ${to}::date`
}

/** The balance of each kind of account at the end of the day before. */
export function listBalancesBefore(
  db: Db,
  { asset, day }: { asset: string; day: Day },
): Promise<{ accountKind: string; balance: number }[]> {
  return db<{ accountKind: string; balance: number }>`
    select account_kind as "accountKind", sum(credited - debited)::float8 as balance from ledger_daily_stat
    where asset = ${asset} and day < ${day}::date group by account_kind`
}

export interface OrderRow {
  day: Day
  direction: 'ON_RAMP' | 'OFF_RAMP'
  provider: string
  asset: string
  currency: string
  orders: number
  amount: bigint
  fees: bigint
  reversed: number
  reversedAmount: bigint
}

export function listOrders(db: Db, { from, to }: Days): Promise<OrderRow[]> {
  return db<OrderRow>`
    select day::text as day, direction, provider, asset, currency, orders::float8 as orders, amount, fees,
      reversed::float8 as reversed, reversed_amount as "reversedAmount"
    from order_daily_stat where day between ${from}::date and ${to}::date
    order by day, direction, provider, asset, currency`
}

export interface BattleRow {
  day: Day
  kind: string
  outcome: string
  battles: number
  staked: number
}

export function listBattles(db: Db, { from, to }: Days): Promise<BattleRow[]> {
  return db<BattleRow>`
    select day::text as day, kind, outcome, battles, staked::float8 as staked from battle_daily_stat
    where day between ${from}::date and ${to}::date`
}
