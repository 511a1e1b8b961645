import { orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { AnswerSchema } from '../questions/public/answer.ts'
import { presentedQuestionSchema } from '../questions/public/present-question.ts'
import { SolutionSchema } from '../questions/public/solution.ts'
import type { StartedAttempt } from './start-attempt.ts'

const order = z.int().openapi({ description: 'From 1' })

export const AttemptSchema = z
  .object({
    questions: z.array(presentedQuestionSchema('ContestQuestion', { order })),
    startedAt: TimestampSchema,
    deadlineAt: TimestampSchema,
  })
  .openapi('ContestAttempt')

const QUESTION_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f1',
  type: 'SINGLE_CHOICE' as const,
  prompt: 'What does a block hold of the one before it?',
  promptHtml: '<p>What does a block hold of the one before it?</p>',
  hasHint: false,
  options: ['Its miner', 'Its hash', 'Its size', 'Its fee'],
  optionsHtml: ['Its miner', 'Its hash', 'Its size', 'Its fee'],
  order: 1,
}

export const ATTEMPT_EXAMPLE = {
  questions: [QUESTION_EXAMPLE],
  startedAt: '2026-11-02T08:10:00.000Z',
  deadlineAt: '2026-11-02T08:20:00.000Z',
}

const ReviewedQuestionSchema = presentedQuestionSchema('ReviewedContestQuestion', {
  order,
  correctIndex: z.int().nullable().openapi({ description: 'Null if the question is not SINGLE_CHOICE' }),
  explanation: z.string(),
  explanationHtml: z.string(),
  selectedOption: z.int().nullable(),
  answer: orNull(AnswerSchema),
  solution: SolutionSchema,
  isCorrect: z.boolean(),
  feedback: z.string().nullable(),
  feedbackHtml: z.string().nullable(),
})
export type ReviewedQuestion = z.output<typeof ReviewedQuestionSchema>

export const ReviewSchema = z.object({ questions: z.array(ReviewedQuestionSchema) }).openapi('ContestReview')

const EXPLANATION = {
  explanation: 'It holds the hash of the previous block.',
  explanationHtml: '<p>It holds the hash of the previous block.</p>',
}

export const REVIEW_EXAMPLE = {
  questions: [
    {
      ...QUESTION_EXAMPLE,
      ...EXPLANATION,
      correctIndex: 1,
      selectedOption: 1,
      answer: null,
      solution: { ...EXPLANATION, type: 'SINGLE_CHOICE' as const, selectedOption: 1 },
      isCorrect: true,
      feedback: null,
      feedbackHtml: null,
    },
  ],
}

export function presentAttempt({ questions, startedAt, deadlineAt }: StartedAttempt) {
  return { questions, startedAt: startedAt.toISOString(), deadlineAt: deadlineAt.toISOString() }
}
