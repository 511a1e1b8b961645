import type { History, ListHistory } from '../modules/badges/history/history.ts'
import { nightOf } from '../modules/badges/night.ts'
import { listWonBattles } from '../modules/battles/settlement/list-won-battles.ts'
import { listPassedProjects } from '../modules/capstones/list-passed-projects.ts'
import { listWonContests } from '../modules/contests/settlement/list-won-contests.ts'
import { listRecipients } from '../modules/identity/accounts/recipients.ts'
import {
  listCompletedCourses,
  listCompletedLessons,
  listCompletedPaths,
  listLearningMoments,
  listPerfectLessons,
  listRightAnswers,
} from '../modules/learning/history/list-marks.ts'
import type { Marks, PageOfUsers } from '../modules/learning/history/marks.ts'
import { listQualifiedReferrals } from '../modules/referrals/list-qualified-referrals.ts'
import { listStreaks } from '../modules/rewards/list-streaks.ts'
import type { Db } from '../platform/db/database.ts'

/** Where what badges count is kept, for a badge that is newer than what was done. */
export const BADGE_HISTORY: History = {
  LESSONS_COMPLETED: marksOf(listCompletedLessons),
  PERFECT_LESSONS: marksOf(listPerfectLessons),
  QUESTIONS_RIGHT: marksOf(listRightAnswers),
  COURSES_COMPLETED: marksOf(listCompletedCourses),
  PATHS_COMPLETED: marksOf(listCompletedPaths),
  NIGHTS_LEARNED: listNights,
  STREAK_DAYS: async (db, { after, limit, required }) => {
    const streaks = await listStreaks(db, { after, limit })
    return streaks.map(({ userId, currentDays, longestDays }) => ({
      userId,
      // Who was there once has the badge; everybody else is where they are.
      step: { value: longestDays >= required ? longestDays : currentDays },
    }))
  },
  PROJECTS_PASSED: async (db, page) => {
    const passed = await listPassedProjects(db, page)
    return passed.map(({ userId, projectIds }) => ({ userId, step: { marks: projectIds } }))
  },
  BATTLES_WON: marksOf(async (db, page) => {
    const won = await listWonBattles(db, page)
    return won.map(({ userId, roomIds }) => ({ userId, marks: roomIds }))
  }),
  CONTESTS_WON: async (db, page) => {
    const won = await listWonContests(db, page)
    return won.map(({ userId, contestIds }) => ({ userId, step: { marks: contestIds } }))
  },
  REFERRALS_QUALIFIED: marksOf(async (db, page) => {
    const qualified = await listQualifiedReferrals(db, page)
    return qualified.map(({ userId, invitedUserIds }) => ({ userId, marks: invitedUserIds }))
  }),
}

/** As many as it takes are enough. */
function marksOf(list: (db: Db, page: PageOfUsers) => Promise<Marks[]>): ListHistory {
  return async (db, { after, limit, required }) =>
    (await list(db, { after, limit, most: required })).map(({ userId, marks }) => ({
      userId,
      step: { marks },
    }))
}

/** By the clock that somebody has set today: which it was then, nobody has kept. */
async function listNights(...[db, page]: Parameters<ListHistory>): ReturnType<ListHistory> {
  const learned = await listLearningMoments(db, page)
  const people = await listRecipients(
    db,
    learned.map(({ userId }) => userId),
  )
  return learned.map(({ userId, moments }) => {
    const zone = people.get(userId)?.timeZone
    const nights = zone ? moments.flatMap((moment) => nightOf(moment, zone) ?? []) : []
    return { userId, step: { marks: [...new Set(nights)] } }
  })
}
