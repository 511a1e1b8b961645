import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { smallestIdAt, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { listSignUps } from '../accounts/public/list-sign-ups.ts'
import { listCertifiedUsers } from '../certificates/public/list-certificates.ts'
import { FIRST_STEP_DAYS, listFirstSteps } from '../progress/public/list-first-steps.ts'
import { listActiveOn } from '../streaks/public/activity-stats.ts'
import { addMember, type Cohort, type CohortMember, newCohort, toMember } from './cohort.ts'
import { addDays, type Day, dayOf, earlier, OPEN_DAYS, openDays, startOf } from './day.ts'
import { replaceCohorts } from './queries.ts'
import { findLastCohort } from './read-queries.ts'

const USERS_PER_BATCH = 2_000

/**
 * Counts the cohorts that may still change, and all of them the first time. The users are read in the order of their ids, which is
 * the order of their sign-up. Nothing is stored before the end, so an interrupted run changes nothing.
 */
export async function countCohorts(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const first = await firstOpenCohort(db, now)
  const today = dayOf(now)
  const cohorts = new Map<Day, Cohort>()
  // The day of the id is the day in UTC, which differs from the day of the user by at most one.
  let after = first ? smallestIdAt(addMs(startOf(first), -DAY_MS)) : smallestIdAt(new Date(0))
  for (;;) {
    const signUps = await listSignUps(db, { after, limit: USERS_PER_BATCH })
    const members = signUps.map(toMember).filter(({ day }) => !first || day >= first)
    await addMembers(db, members, { cohorts, today })
    if (signal?.aborted) return
    if (signUps.length < USERS_PER_BATCH) break
    after = signUps.at(-1)!.userId
  }
  if (cohorts.size > 0) await write((tx) => replaceCohorts(tx, [...cohorts.values()], now))
}

async function firstOpenCohort(db: Db, now: Date): Promise<Day | undefined> {
  const last = await findLastCohort(db)
  if (!last) return undefined
  return addDays(earlier(addDays(last, -OPEN_DAYS), openDays(now).first), -FIRST_STEP_DAYS)
}

async function addMembers(
  db: Db,
  members: CohortMember[],
  { cohorts, today }: { cohorts: Map<Day, Cohort>; today: Day },
): Promise<void> {
  const asked = members.map(({ userId, stepsBefore }) => ({ userId, before: stepsBefore }))
  const returns = members.flatMap(({ userId, returnDays }) => returnDays.map((day) => ({ userId, day })))
  const steps = new Map<UserId, { hasLesson: boolean; hasCourse: boolean }>()
  for (const row of await listFirstSteps(db, asked)) steps.set(row.userId, row)
  const certified = await listCertifiedUsers(db, asked)
  const active = await listActiveOn(db, returns)
  for (const { userId, day, returnDays } of members) {
    const cohort = cohorts.get(day) ?? newCohort(day, today)
    cohorts.set(day, cohort)
    addMember(cohort, {
      returned: returnDays.map((returnDay) => active.has(`${userId} ${returnDay}`)),
      hasLesson: steps.get(userId)?.hasLesson ?? false,
      hasCourse: steps.get(userId)?.hasCourse ?? false,
      hasCertificate: certified.has(userId),
    })
  }
}
