import type { Db } from '../../platform/db/database.ts'
import { listRecipients } from '../accounts/public/recipients.ts'
import { listWonBattles } from '../battle-results/public/list-won-battles.ts'
import { listPassedProjects } from '../capstones/public/list-passed-projects.ts'
import { listWonContests } from '../contests/public/list-contests.ts'
import {
  type CompletedItems,
  type HistoryRequest,
  listCompletedCourses,
  listCompletedLessons,
  listCompletedPaths,
  listCorrectAnswers,
  listLessonCompletionTimes,
  listPerfectLessons,
} from '../progress/public/list-learning-history.ts'
import { listQualifiedReferrals } from '../referrals/public/list-qualified-referrals.ts'
import { listStreakLengths } from '../streaks/public/list-streak-lengths.ts'
import type { BadgeHistory, ListBadgeHistory } from './badge-history.ts'
import { nightOf } from './learning-night.ts'

/** For each rule kind, the query that lists what users did before a badge existed. */
export const BACKFILL_SOURCES: BadgeHistory = {
  LESSONS_COMPLETED: learned(listCompletedLessons),
  PERFECT_LESSONS: learned(listPerfectLessons),
  QUESTIONS_RIGHT: learned(listCorrectAnswers),
  COURSES_COMPLETED: learned(listCompletedCourses),
  PATHS_COMPLETED: learned(listCompletedPaths),
  NIGHTS_LEARNED: listNights,
  STREAK_DAYS: async (db, { userIds, required }) =>
    (await listStreakLengths(db, userIds)).map(({ userId, currentDays, longestDays }) => ({
      userId,
      // A user whose longest streak was enough gets the badge; all others have their current streak.
      step: { value: longestDays >= required ? longestDays : currentDays },
    })),
  PROJECTS_PASSED: async (db, { userIds }) =>
    (await listPassedProjects(db, userIds)).map(({ userId, projectIds: items }) => ({
      userId,
      step: { items },
    })),
  BATTLES_WON: async (db, { userIds }) =>
    (await listWonBattles(db, userIds)).map(({ userId, roomIds: items }) => ({ userId, step: { items } })),
  CONTESTS_WON: async (db, { userIds }) =>
    (await listWonContests(db, userIds)).map(({ userId, contestIds: items }) => ({
      userId,
      step: { items },
    })),
  REFERRALS_QUALIFIED: async (db, { userIds }) =>
    (await listQualifiedReferrals(db, userIds)).map(({ userId, invitedUserIds: items }) => ({
      userId,
      step: { items },
    })),
}

/** Lists at most the required number of items for each user. */
function learned(list: (db: Db, request: HistoryRequest) => Promise<CompletedItems[]>): ListBadgeHistory {
  return async (db, { userIds, required }) =>
    (await list(db, { userIds, limitPerUser: required })).map(({ userId, itemIds: items }) => ({
      userId,
      step: { items },
    }))
}

/** Uses the current time zone of each user, because earlier ones are stored for two days only. */
async function listNights(...[db, { userIds }]: Parameters<ListBadgeHistory>): ReturnType<ListBadgeHistory> {
  const [completions, recipients] = await Promise.all([
    listLessonCompletionTimes(db, userIds),
    listRecipients(db, userIds),
  ])
  return completions.flatMap(({ userId, moments }) => {
    const zone = recipients.get(userId)?.timeZone
    const nights = zone ? moments.flatMap((moment) => nightOf(moment, zone) ?? []) : []
    return nights.length > 0 ? [{ userId, step: { items: [...new Set(nights)] } }] : []
  })
}
