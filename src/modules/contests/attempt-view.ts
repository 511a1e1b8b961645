import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import type { StartedAttempt } from './start-attempt.ts'

const QuestionSchema = z.object({
  id: z.string(),
  prompt: z.string(),
  options: z.array(z.string()),
  order: z.int(),
})

export const AttemptSchema = z
  .object({
    questions: z.array(QuestionSchema),
    startedAt: TimestampSchema,
    deadlineAt: TimestampSchema,
  })
  .openapi('ContestAttempt')

export const ATTEMPT_EXAMPLE = {
  questions: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000f1',
      prompt: 'What does a block hold of the one before it?',
      options: ['Its miner', 'Its hash', 'Its size', 'Its fee'],
      order: 1,
    },
  ],
  startedAt: '2026-11-02T08:10:00.000Z',
  deadlineAt: '2026-11-02T08:20:00.000Z',
}

export const ReviewSchema = z
  .object({
    questions: z.array(
      QuestionSchema.extend({
        correctIndex: z.int(),
        explanation: z.string(),
        selectedOption: z.int().nullable(),
        isCorrect: z.boolean(),
      }),
    ),
  })
  .openapi('ContestReview')

export const REVIEW_EXAMPLE = {
  questions: [
    {
      ...ATTEMPT_EXAMPLE.questions[0]!,
      correctIndex: 1,
      explanation: 'It holds the hash of the previous block.',
      selectedOption: 1,
      isCorrect: true,
    },
  ],
}

export function presentAttempt({ questions, startedAt, deadlineAt }: StartedAttempt) {
  return { questions, startedAt: startedAt.toISOString(), deadlineAt: deadlineAt.toISOString() }
}
