import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  lesson_locked: {
    kind: 'conflict',
    message: 'This lesson is locked. Complete the lesson before it first.',
  },
  premium_required: {
    kind: 'forbidden',
    message: 'This course is for subscribers. Subscribe to open its lessons.',
  },
})
