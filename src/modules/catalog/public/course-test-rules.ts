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
