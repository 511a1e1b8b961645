import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CompletedItems, HistoryRequest } from './completed-items.ts'
import {
  listCorrectAnswerRows,
  listCourseRows,
  listLessonRows,
  listMomentRows,
  listPathRows,
  listPerfectLessonRows,
} from './list-learning-history.ts'

/** What users have learned so far: for what counts it later than the facts were told. */

export const listCompletedLessons = (db: Db, request: HistoryRequest): Promise<CompletedItems[]> =>
  listLessonRows(db, request)

/** Those in which every question was answered right at the first try. */
export const listPerfectLessons = (db: Db, request: HistoryRequest): Promise<CompletedItems[]> =>
  listPerfectLessonRows(db, request)

export const listCorrectAnswers = (db: Db, request: HistoryRequest): Promise<CompletedItems[]> =>
  listCorrectAnswerRows(db, request)

export const listCompletedCourses = (db: Db, request: HistoryRequest): Promise<CompletedItems[]> =>
  listCourseRows(db, request)

export const listCompletedPaths = (db: Db, request: HistoryRequest): Promise<CompletedItems[]> =>
  listPathRows(db, request)

/** When lessons were completed. */
export async function listLessonCompletionTimes(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; moments: Date[] }[]> {
  const rows = await listMomentRows(db, userIds)
  return rows.map(({ userId, moments }) => ({
    userId,
    moments: moments.map((moment) => new Date(moment)),
  }))
}
