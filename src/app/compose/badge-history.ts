import type { History, ListHistory } from '../../modules/badges/history/history.ts'
import { nightOf } from '../../modules/badges/night.ts'
import { listWonBattles } from '../../modules/battles/settlement/list-won-battles.ts'
import { listPassedProjects } from '../../modules/capstones/list-passed-projects.ts'
import { listWonContests } from '../../modules/contests/ending/list-won-contests.ts'
import { listRecipients } from '../../modules/identity/accounts/recipients.ts'
import {
  listCompletedCourses,
  listCompletedLessons,
  listCompletedPaths,
  listLearningMoments,
  listPerfectLessons,
  listRightAnswers,
} from '../../modules/learning/history/list-marks.ts'
import type { AskedMarks, Marks } from '../../modules/learning/history/marks.ts'
import { listQualifiedReferrals } from '../../modules/referrals/list-qualified-referrals.ts'
import { listStreaks } from '../../modules/rewards/streak/list-streaks.ts'
import type { Db } from '../../platform/db/database.ts'

/** Where what badges count is kept, for a badge that is newer than what was done. */
export const BADGE_HISTORY: History = {
  LESSONS_COMPLETED: learned(listCompletedLessons),
  PERFECT_LESSONS: learned(listPerfectLessons),
  QUESTIONS_RIGHT: learned(listRightAnswers),
  COURSES_COMPLETED: learned(listCompletedCourses),
  PATHS_COMPLETED: learned(listCompletedPaths),
  NIGHTS_LEARNED: listNights,
  STREAK_DAYS: async (db, { userIds, required }) =>
    (await listStreaks(db, userIds)).map(({ userId, currentDays, longestDays }) => ({
      userId,
      // Who was there once has the badge; everybody else is where they are.
      step: { value: longestDays >= required ? longestDays : currentDays },
    })),
  PROJECTS_PASSED: async (db, { userIds }) =>
    (await listPassedProjects(db, userIds)).map(({ userId, projectIds: marks }) => ({
      userId,
      step: { marks },
    })),
  BATTLES_WON: async (db, { userIds }) =>
    (await listWonBattles(db, userIds)).map(({ userId, roomIds: marks }) => ({ userId, step: { marks } })),
  CONTESTS_WON: async (db, { userIds }) =>
    (await listWonContests(db, userIds)).map(({ userId, contestIds: marks }) => ({
      userId,
      step: { marks },
    })),
  REFERRALS_QUALIFIED: async (db, { userIds }) =>
    (await listQualifiedReferrals(db, userIds)).map(({ userId, invitedUserIds: marks }) => ({
      userId,
      step: { marks },
    })),
}

/** As many as it takes are enough. */
function learned(list: (db: Db, asked: AskedMarks) => Promise<Marks[]>): ListHistory {
  return async (db, { userIds, required }) =>
    (await list(db, { userIds, most: required })).map(({ userId, marks }) => ({ userId, step: { marks } }))
}

/** By the clock that somebody has set today: which it was then, nobody has kept. */
async function listNights(...[db, { userIds }]: Parameters<ListHistory>): ReturnType<ListHistory> {
  const [moments, people] = await Promise.all([listLearningMoments(db, userIds), listRecipients(db, userIds)])
  return moments.flatMap(({ userId, moments }) => {
    const zone = people.get(userId)?.timeZone
    const nights = zone ? moments.flatMap((moment) => nightOf(moment, zone) ?? []) : []
    return nights.length > 0 ? [{ userId, step: { marks: [...new Set(nights)] } }] : []
  })
}
