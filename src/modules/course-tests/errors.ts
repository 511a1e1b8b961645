import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  course_has_no_test: { kind: 'not_found', message: 'This course has no test.' },
  test_premium_required: {
    kind: 'forbidden',
    message: 'This is a premium course. Subscribe to take its test.',
  },
  test_of_own_course: {
    kind: 'forbidden',
    message: 'You are an author of this course, so you cannot take its test.',
  },
  test_not_for_admins: {
    kind: 'forbidden',
    message: 'Administrators can read the solutions of every test, so they cannot take one.',
  },
  test_already_passed: { kind: 'conflict', message: 'You have already passed this test.' },
  test_pause: {
    kind: 'conflict',
    message: 'You can try again later, with other questions. See nextAttemptAt of the test.',
  },
  test_attempt_not_found: { kind: 'not_found', message: 'This attempt does not exist.' },
  test_attempt_submitted: {
    kind: 'conflict',
    message: 'This attempt is submitted. Its answers cannot change any more.',
  },
  test_attempt_expired: {
    kind: 'conflict',
    message: 'The time of this attempt is over. Start another attempt.',
  },
  test_not_submitted: {
    kind: 'conflict',
    message: 'The result and the solutions are shown after you submit the attempt.',
  },
})
