import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  course_not_found: { kind: 'not_found', message: 'There is no such course in the catalogue.' },
  lesson_not_found: { kind: 'not_found', message: 'There is no such lesson in the catalogue.' },
  path_not_found: { kind: 'not_found', message: 'There is no such learning path in the catalogue.' },
  lesson_locked: {
    kind: 'conflict',
    message: 'This lesson is locked. Complete the lesson before it first.',
  },
  premium_required: {
    kind: 'forbidden',
    message: 'This course is for subscribers. Subscribe to open its lessons.',
  },
})
