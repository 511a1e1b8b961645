import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Marks, PageOfUsers } from './marks.ts'
import {
  listCourseRows,
  listLessonRows,
  listMomentRows,
  listPathRows,
  listPerfectLessonRows,
  listRightAnswerRows,
} from './queries.ts'

/** What everybody has learned so far, page by page: for what counts it later than the facts were told. */

export const listCompletedLessons = (db: Db, page: PageOfUsers): Promise<Marks[]> => listLessonRows(db, page)

/** Those in which every question was answered right at the first try. */
export const listPerfectLessons = (db: Db, page: PageOfUsers): Promise<Marks[]> =>
  listPerfectLessonRows(db, page)

export const listRightAnswers = (db: Db, page: PageOfUsers): Promise<Marks[]> => listRightAnswerRows(db, page)

export const listCompletedCourses = (db: Db, page: PageOfUsers): Promise<Marks[]> => listCourseRows(db, page)

export const listCompletedPaths = (db: Db, page: PageOfUsers): Promise<Marks[]> => listPathRows(db, page)

/** When lessons were completed. */
export async function listLearningMoments(
  db: Db,
  page: Omit<PageOfUsers, 'most'>,
): Promise<{ userId: UserId; moments: Date[] }[]> {
  const rows = await listMomentRows(db, page)
  return rows.map(({ userId, moments }) => ({
    userId,
    moments: moments.map((moment) => new Date(moment)),
  }))
}
