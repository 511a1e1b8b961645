import type { Cohort } from './cohort.ts'
import { addDays, type Day } from './day.ts'
import { intervalsOf, type Period } from './period.ts'
import type { ActivityRow, BattleRow, LearningRow, LedgerRow } from './read-queries.ts'

/** Sums of stored daily counts for the intervals of a period. Pure. */

export function summarizeActivity(rows: ActivityRow[], period: Period) {
  const rowsOf = Map.groupBy(rows, ({ day }) => day)
  const sumOf = (day: Day, counts: (gapDays: number) => boolean) =>
    sum(rowsOf.get(day)?.filter(({ gapDays }) => counts(gapDays)) ?? [], ({ learners }) => learners)
  return intervalsOf(period).map(({ start, days }) => {
    const last = days.at(-1)!
    return {
      start,
      dailyActive: Math.round(sum(days, (day) => sumOf(day, () => true)) / days.length),
      weeklyActive: activeWithin(7, last, sumOf),
      monthlyActive: activeWithin(30, last, sumOf),
      newLearners: sum(days, (day) => sumOf(day, (gapDays) => gapDays === 0)),
      returningLearners: sum(days, (day) => sumOf(day, (gapDays) => gapDays === 30)),
    }
  })
}

/** The learners with an activity in the days up to the last one. Each counts on the first of these days with an activity. */
function activeWithin(
  length: number,
  last: Day,
  sumOf: (day: Day, counts: (gapDays: number) => boolean) => number,
): number {
  let learners = 0
  for (let ago = 0; ago < length; ago++)
    learners += sumOf(addDays(last, -ago), (gapDays) => gapDays === 0 || gapDays >= length - ago)
  return learners
}

export function summarizeRetention(cohorts: Cohort[], period: Period) {
  const cohortOf = new Map(cohorts.map((cohort) => [cohort.day, cohort]))
  return intervalsOf(period).map(({ start, days }) => {
    const found = days.flatMap((day) => cohortOf.get(day) ?? [])
    // A number of some of the users would look like a number of all of them.
    const sumIfOver = (field: 'day1' | 'day7' | 'day30') =>
      found.some((cohort) => cohort[field] === null) ? null : sum(found, (cohort) => cohort[field] ?? 0)
    return {
      start,
      users: sum(found, ({ users }) => users),
      day1: sumIfOver('day1'),
      day7: sumIfOver('day7'),
      day30: sumIfOver('day30'),
    }
  })
}

export function summarizeFunnel(cohorts: Cohort[], visits: { day: Day; visits: number }[], period: Period) {
  const visitsOf = new Map(visits.map((row) => [row.day, row.visits]))
  const cohortOf = new Map(cohorts.map((cohort) => [cohort.day, cohort]))
  return intervalsOf(period).map(({ start, days }) => {
    const found = days.flatMap((day) => cohortOf.get(day) ?? [])
    return {
      start,
      visits: sum(days, (day) => visitsOf.get(day) ?? 0),
      signedUp: sum(found, ({ users }) => users),
      firstLesson: sum(found, ({ firstLesson }) => firstLesson),
      firstCourse: sum(found, ({ firstCourse }) => firstCourse),
      firstCertificate: sum(found, ({ firstCertificate }) => firstCertificate),
    }
  })
}

export function summarizeLearning(rows: LearningRow[], period: Period) {
  const rowOf = new Map(rows.map((row) => [row.day, row]))
  return intervalsOf(period).map(({ start, days }) => ({
    start,
    lessons: sum(days, (day) => rowOf.get(day)?.lessons ?? 0),
    minutes: Math.round(sum(days, (day) => rowOf.get(day)?.seconds ?? 0) / 60),
  }))
}

/** What the house issued and got back, and what users and escrows have at the end of each interval. */
export function summarizeLedger(
  rows: LedgerRow[],
  before: { accountKind: string; balance: number }[],
  period: Period,
) {
  const house = rows.filter(({ accountKind }) => accountKind === 'house')
  const rowsOf = Map.groupBy(rows, ({ day }) => day)
  const balances = { user: 0, escrow: 0 }
  const add = (accountKind: string, amount: number) => {
    if (accountKind === 'house') return
    balances[accountKind === 'user' ? 'user' : 'escrow'] += amount
  }
  for (const { accountKind, balance } of before) add(accountKind, balance)
  const intervals = intervalsOf(period).map(({ start, days }) => {
    const found = days.flatMap((day) => rowsOf.get(day) ?? [])
    for (const { accountKind, credited, debited } of found) add(accountKind, credited - debited)
    const issuedBy = found.filter(({ accountKind }) => accountKind === 'house')
    return {
      start,
      issued: sum(issuedBy, ({ debited }) => debited),
      returned: sum(issuedBy, ({ credited }) => credited),
      withUsers: balances.user,
      inEscrow: balances.escrow,
    }
  })
  const reasons = [...Map.groupBy(house, ({ reason }) => reason)]
    .map(([reason, of]) => ({
      reason,
      issued: sum(of, ({ debited }) => debited),
      returned: sum(of, ({ credited }) => credited),
    }))
    .sort((one, other) => other.issued + other.returned - one.issued - one.returned)
  return { intervals, reasons }
}

export function summarizeBattles(rows: BattleRow[], period: Period) {
  const rowsOf = Map.groupBy(rows, ({ day }) => day)
  return intervalsOf(period).map(({ start, days }) => {
    const found = days.flatMap((day) => rowsOf.get(day) ?? [])
    const count = (counts: (row: BattleRow) => boolean) => sum(found.filter(counts), ({ battles }) => battles)
    return {
      start,
      battles: count(() => true),
      withBots: count(({ kind }) => kind === 'BOT'),
      completed: count(({ outcome }) => outcome === 'COMPLETED'),
      forfeited: count(({ outcome }) => outcome === 'FORFEIT'),
      abandoned: count(({ outcome }) => outcome === 'ABANDONED'),
      gemsStaked: sum(found, ({ staked }) => staked),
    }
  })
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0)
}
