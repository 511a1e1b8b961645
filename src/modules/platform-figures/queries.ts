import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleCount } from '../battle-records/public/count-battles.ts'
import type { LedgerDay } from '../ledger/public/sum-transfers.ts'
import type { OrderDay } from '../payment-orders/public/list-orders.ts'
import type { CompletionDay } from '../progress/public/count-lesson-completions.ts'
import type { Cohort } from './cohort.ts'
import type { Day } from './day.ts'

export type StatName = 'ACTIVITY' | 'BATTLES' | 'LEARNING' | 'LEDGER' | 'ORDERS'

/** Locks the position of a count until commit, so that one worker counts at a time. */
export async function lockPosition(tx: Tx, name: StatName): Promise<string | undefined> {
  await tx`insert into platform_stat_cursor (name, position) values (${name}, '') on conflict (name) do nothing`
  const [row] = await tx<{ position: string }>`
    select position from platform_stat_cursor where name = ${name} for update`
  return row!.position === '' ? undefined : row!.position
}

export async function updatePosition(tx: Tx, name: StatName, position: string): Promise<void> {
  await tx`update platform_stat_cursor set position = ${position} where name = ${name}`
}

/** When the oldest transaction of another connection that may still commit rows began. Vacuums have one, too, without rows. */
export async function findOldestOpenWrite(tx: Tx): Promise<Date | undefined> {
  const [row] = await tx<{ at: Date | null }>`
    select min(xact_start) as at from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and backend_xid is not null
      and pid <> pg_backend_pid()`
  return row?.at ?? undefined
}

export async function replaceActivity(
  tx: Tx,
  day: Day,
  gaps: { gapDays: number; learners: number }[],
): Promise<void> {
  await tx`delete from active_learner_stat where day = ${day}::date`
  await tx`
    insert into active_learner_stat (day, gap_days, learners)
    select ${day}::date, "gapDays", learners
    from jsonb_to_recordset(${gaps}::jsonb) as counted ("gapDays" smallint, learners integer)`
}

export async function replaceBattles(tx: Tx, day: Day, counts: BattleCount[]): Promise<void> {
  await tx`delete from battle_daily_stat where day = ${day}::date`
  await tx`
    insert into battle_daily_stat (day, kind, outcome, battles, staked)
    select ${day}::date, kind, outcome, battles, staked
    from jsonb_to_recordset(${counts}::jsonb) as counted (kind text, outcome text, battles integer, staked bigint)`
}

export async function addLearning(tx: Tx, days: CompletionDay[]): Promise<void> {
  await tx`
    insert into learning_daily_stat as stat (day, lessons, seconds)
    select day, count, seconds from jsonb_to_recordset(${days}::jsonb) as counted (day date, count bigint, seconds bigint)
    on conflict (day) do update set lessons = stat.lessons + excluded.lessons, seconds = stat.seconds + excluded.seconds`
}

export async function addLedger(tx: Tx, days: LedgerDay[]): Promise<void> {
  await tx`
    insert into ledger_daily_stat as stat (asset, account_kind, day, reason, credited, debited)
    select asset, "accountKind", day, reason, credited, debited
    from jsonb_to_recordset(${days}::jsonb)
      as counted (asset text, "accountKind" text, day date, reason text, credited bigint, debited bigint)
    on conflict (asset, account_kind, day, reason)
    do update set credited = stat.credited + excluded.credited, debited = stat.debited + excluded.debited`
}

export async function addOrders(tx: Tx, days: OrderDay[]): Promise<void> {
  await tx`
    insert into order_daily_stat as stat
      (day, direction, provider, asset, currency, orders, amount, fees, reversed, reversed_amount)
    select day, direction, provider, asset, currency, orders, amount, fees, reversed, "reversedAmount"
    from jsonb_to_recordset(${days}::jsonb) as counted (day date, direction text, provider text, asset text, currency text,
      orders bigint, amount bigint, fees bigint, reversed bigint, "reversedAmount" bigint)
    on conflict (day, direction, provider, asset, currency) do update set orders = stat.orders + excluded.orders,
      amount = stat.amount + excluded.amount, fees = stat.fees + excluded.fees,
      reversed = stat.reversed + excluded.reversed, reversed_amount = stat.reversed_amount + excluded.reversed_amount`
}

/** A count that began earlier does not replace a later one. */
export async function replaceCohorts(tx: Tx, cohorts: Cohort[], countedAt: Date): Promise<void> {
  await tx`
    insert into sign_up_cohort as stat
      (day, users, day_1, day_7, day_30, first_lesson, first_course, first_certificate, counted_at)
    select day, users, "day1", "day7", "day30", "firstLesson", "firstCourse", "firstCertificate", ${countedAt}
    from jsonb_to_recordset(${cohorts}::jsonb) as counted (day date, users integer, "day1" integer, "day7" integer,
      "day30" integer, "firstLesson" integer, "firstCourse" integer, "firstCertificate" integer)
    order by day
    on conflict (day) do update set users = excluded.users, day_1 = excluded.day_1, day_7 = excluded.day_7,
      day_30 = excluded.day_30, first_lesson = excluded.first_lesson, first_course = excluded.first_course,
      first_certificate = excluded.first_certificate, counted_at = excluded.counted_at
    where stat.counted_at <= excluded.counted_at`
}
