import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { SignUp } from '../accounts/public/list-sign-ups.ts'
import { FIRST_STEP_DAYS } from '../progress/public/list-first-steps.ts'
import { dayOf as dayInZone } from '../streaks/public/streak.ts'
import { addDays, type Day } from './day.ts'

/** The days after the sign-up on which it is counted who learns. */
const RETURN_DAYS = [1, 7, 30] as const

export interface Cohort {
  /** The day of the sign-up in the calendar of the user. */
  day: Day
  users: number
  day1: number | null
  day7: number | null
  day30: number | null
  firstLesson: number
  firstCourse: number
  firstCertificate: number
}

export interface CohortMember {
  userId: UserId
  day: Day
  stepsBefore: Date
  returnDays: Day[]
}

export function toMember({ userId, timeZone, signedUpAt }: SignUp): CohortMember {
  const day = dayInZone({ at: signedUpAt, zone: timeZone })
  return {
    userId,
    day,
    stepsBefore: addMs(signedUpAt, FIRST_STEP_DAYS * DAY_MS),
    returnDays: RETURN_DAYS.map((count) => addDays(day, count)),
  }
}

/** An empty cohort. Days that are not over have no number. */
export function newCohort(day: Day, today: Day): Cohort {
  const [day1, day7, day30] = RETURN_DAYS.map((count) => (addDays(day, count) < today ? 0 : null))
  return {
    day,
    users: 0,
    day1: day1!,
    day7: day7!,
    day30: day30!,
    firstLesson: 0,
    firstCourse: 0,
    firstCertificate: 0,
  }
}

export interface MemberSteps {
  /** For each of the days after the sign-up, whether the user learned on it. */
  returned: boolean[]
  hasLesson: boolean
  hasCourse: boolean
  hasCertificate: boolean
}

export function addMember(cohort: Cohort, steps: MemberSteps): void {
  const [day1, day7, day30] = steps.returned
  cohort.users++
  if (cohort.day1 !== null && day1) cohort.day1++
  if (cohort.day7 !== null && day7) cohort.day7++
  if (cohort.day30 !== null && day30) cohort.day30++
  if (steps.hasLesson) cohort.firstLesson++
  if (steps.hasCourse) cohort.firstCourse++
  if (steps.hasCertificate) cohort.firstCertificate++
}
