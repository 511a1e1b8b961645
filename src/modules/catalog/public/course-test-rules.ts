/** The rules of the test of a course. */
export interface CourseTestRules {
  questionCount: number
  passPercent: number
  isRequiredForCertificate: boolean
}

/** Also the default of the column `course.test`. */
export const DEFAULT_COURSE_TEST: CourseTestRules = {
  questionCount: 8,
  passPercent: 80,
  isRequiredForCertificate: false,
}

/** A pool has at least so many times the questions of one test, so that a retry asks other questions. */
const POOL_FACTOR = 3

export function neededPoolSize(questionCount: number): number {
  return POOL_FACTOR * questionCount
}

/** A course has a test if its pool is large enough. */
export function isLargeEnough(poolSize: number, questionCount: number): boolean {
  return poolSize >= neededPoolSize(questionCount)
}
