import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { AskedMarks, Marks } from './marks.ts'
import {
  listCourseRows,
  listLessonRows,
  listMomentRows,
  listPathRows,
  listPerfectLessonRows,
  listRightAnswerRows,
} from './queries.ts'

/** What users have learned so far: for what counts it later than the facts were told. */

export const listCompletedLessons = (db: Db, asked: AskedMarks): Promise<Marks[]> => listLessonRows(db, asked)

/** Those in which every question was answered right at the first try. */
export const listPerfectLessons = (db: Db, asked: AskedMarks): Promise<Marks[]> =>
  listPerfectLessonRows(db, asked)

export const listRightAnswers = (db: Db, asked: AskedMarks): Promise<Marks[]> =>
  listRightAnswerRows(db, asked)

export const listCompletedCourses = (db: Db, asked: AskedMarks): Promise<Marks[]> => listCourseRows(db, asked)

export const listCompletedPaths = (db: Db, asked: AskedMarks): Promise<Marks[]> => listPathRows(db, asked)

/** When lessons were completed. */
export async function listLearningMoments(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; moments: Date[] }[]> {
  const rows = await listMomentRows(db, userIds)
  return rows.map(({ userId, moments }) => ({
    userId,
    moments: moments.map((moment) => new Date(moment)),
  }))
}
