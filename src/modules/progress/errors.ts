import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  lesson_locked: {
    kind: 'conflict',
    message: 'This lesson is locked. Complete the lesson before it first.',
  },
  lesson_requirement_unmet: {
    kind: 'conflict',
    message: 'This lesson requires answers to its questions. See what is missing.',
    extraFields: {
      requiredScore: z.int().openapi({ description: 'Per cent; 0 if only answers are required' }),
      score: z
        .int()
        .openapi({ description: 'The share of questions that you have answered right, in per cent' }),
      unanswered: z.int().openapi({ description: 'Questions without an answer' }),
    },
  },
  premium_required: {
    kind: 'forbidden',
    message: 'This course is for subscribers. Subscribe to open its lessons.',
  },
  not_enrolled: { kind: 'forbidden', message: 'Enroll in the course first.' },
  occurred_in_future: {
    kind: 'unprocessable',
    message: '`occurredAt` is in the future. Check the clock of the device, or leave it out.',
  },
  occurred_too_long_ago: {
    kind: 'unprocessable',
    message: '`occurredAt` is more than 48 hours ago. Leave it out to count the activity now.',
  },
  occurred_before_enrollment: {
    kind: 'unprocessable',
    message: '`occurredAt` is before your enrollment. Leave it out to count the activity now.',
  },
})
