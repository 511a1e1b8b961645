import type { Api } from '../../../packages/client/src/lyceum.ts'

/** Whether anything happened in the period. Learners of an earlier one may take the test or submit a project. */
export function hasFigures({ learners, days, test, submissions, certificates }: Api.CourseStats): boolean {
  return (
    learners.enrolled > 0 ||
    days.some(({ completed }) => completed > 0) ||
    test.attempts > 0 ||
    Object.values(submissions).some((count) => count > 0) ||
    certificates.issued > 0
  )
}
