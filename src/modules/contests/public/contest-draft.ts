import { DAY_MS } from '../../../platform/clock.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { questionDraftSchema, TEXT_FIELDS } from '../../questions/public/question-draft.ts'
import type { ReservedQuestion } from '../../questions/public/reserve-questions.ts'
import {
  CONTEST_TYPES,
  DEFAULT_MIN_PARTICIPANTS,
  DEFAULT_MIN_PRIZE_SCORE,
  DEFAULT_PRIZE_TABLE,
} from './contest.ts'

const MAX_LENGTH_MS = 31 * DAY_MS

const line = (max: number) => z.string().trim().min(1).max(max)

export const ContestQuestionSchema = questionDraftSchema('ContestQuestionDraft', {
  prompt: line(1_000),
  explanation: TEXT_FIELDS.explanation.default(''),
  optionFeedback: TEXT_FIELDS.optionFeedback.default(null),
  skill: line(60)
    .toLowerCase()
    .nullable()
    .default(null)
    .openapi({ description: 'A skill of a course, for which the answers count in mastery' }),
})

const PrizeTableSchema = z
  .array(z.int().min(1).max(100))
  .min(1)
  .max(100)
  .refine((table) => table.reduce((sum, share) => sum + share, 0) === 100, 'must sum up to 100 percent')
  .refine(
    (table) => table.every((share, index) => index === 0 || share <= table[index - 1]!),
    'must not give a rank more than the one before it',
  )
  .openapi({ example: DEFAULT_PRIZE_TABLE, description: 'Percent of the pool, the best rank first' })

const Fields = {
  title: line(120),
  description: z.string().trim().max(2_000),
  type: z.enum(CONTEST_TYPES),
  entryFeeGems: z.int().min(0).max(1_000_000),
  prizePoolGems: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .openapi({ description: 'Guaranteed by the platform; entry fees are added to it.' }),
  startsAt: TimestampSchema,
  endsAt: TimestampSchema,
  prizeTable: PrizeTableSchema,
  minParticipants: z.int().min(1).max(1_000_000),
  maxDurationSeconds: z.int().min(10).max(86_400).nullable(),
  questions: z.array(ContestQuestionSchema).min(1).max(100),
  questionsPerAttempt: z.int().min(1).max(100).nullable().openapi({
    description: 'How many of the questions are drawn for each participant; null: all.',
  }),
  minPrizeScore: z.int().min(1).max(100).openapi({
    description: 'Percent. A participant with a lower score gets no prize.',
  }),
}

const { questions: _questions, ...withoutQuestions } = Fields
/** The fields of a contest without its questions, for plans of contests. */
export const CONTEST_FIELDS = withoutQuestions

/** The body of `POST /admin/contests`. */
export const ContestDraftSchema = z
  .object({
    ...Fields,
    type: Fields.type.default('PUBLIC'),
    prizeTable: Fields.prizeTable.default(DEFAULT_PRIZE_TABLE),
    minParticipants: Fields.minParticipants.default(DEFAULT_MIN_PARTICIPANTS),
    maxDurationSeconds: Fields.maxDurationSeconds.default(null),
    questionsPerAttempt: Fields.questionsPerAttempt.default(null),
    minPrizeScore: Fields.minPrizeScore.default(DEFAULT_MIN_PRIZE_SCORE),
  })
  .superRefine(({ startsAt, endsAt, questions, questionsPerAttempt }, context) => {
    for (const message of findTimeRangeErrors(new Date(startsAt), new Date(endsAt)))
      context.addIssue({ code: 'custom', path: ['endsAt'], message })
    for (const message of findDrawErrors(questionsPerAttempt, questions.length))
      context.addIssue({ code: 'custom', path: ['questionsPerAttempt'], message })
  })
  .openapi('ContestDraft')
export type ContestDraft = z.output<typeof ContestDraftSchema>

/** The body of `PATCH /admin/contests/:id`. */
export const ContestPatchSchema = z.object(Fields).omit({ type: true }).partial().openapi('ContestPatch')
export type ContestPatch = z.output<typeof ContestPatchSchema>

/** Contests have no hints. */
export function toReserved(questions: ContestDraft['questions']): ReservedQuestion[] {
  return questions.map((question) => ({ ...question, hint: null }))
}

/** Validation messages for a start and an end. */
export function findTimeRangeErrors(startsAt: Date, endsAt: Date): string[] {
  if (endsAt <= startsAt) return ['must be later than startsAt']
  return endsAt.getTime() - startsAt.getTime() > MAX_LENGTH_MS ? ['must be within 31 days of startsAt'] : []
}

/** Validation messages for the number of drawn questions. */
export function findDrawErrors(questionsPerAttempt: number | null, questionCount: number): string[] {
  const isTooMany = questionsPerAttempt !== null && questionsPerAttempt > questionCount
  return isTooMany ? ['must not exceed the number of questions'] : []
}
