import { z } from '@hono/zod-openapi'
import type { Id } from '../../../platform/ids.ts'
import { DIFFICULTIES } from '../../questions/public/question.ts'

/** Where the keys of what people write here begin. No pack can name one so, because `:` is in none of its keys. */
export const AUTHORED_KEY_PREFIX = 'admin:'

/** DRAFT: never shown yet. PUBLISHED: in use. ARCHIVED: not any more. */
export const PUBLICATION_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number]

export const ORIGINS = ['PACK', 'ADMIN'] as const

const markdown = (maxLength: number) => z.string().trim().min(1).max(maxLength)

const QuizFields = {
  prompt: markdown(2_000),
  options: z
    .array(markdown(500))
    .min(2)
    .max(8)
    .refine((options) => new Set(options).size === options.length, 'must differ from each other'),
  correctIndex: z.int().min(0).max(7).openapi({ description: 'From 0' }),
  explanation: z.string().trim().max(2_000),
}

/** The rule between two fields. */
export function isCorrectIndexInRange({
  options,
  correctIndex,
}: {
  options: string[]
  correctIndex: number
}): boolean {
  return correctIndex < options.length
}
const CORRECT_INDEX_OUT_OF_RANGE = {
  path: ['correctIndex'],
  message: 'must be the place of one of the options, from 0',
}

/** A question that is written where it is asked: in a lesson. */
export const QuizDraftSchema = z
  .object({
    ...QuizFields,
    explanation: QuizFields.explanation.default(''),
    difficulty: z.enum(DIFFICULTIES).default('MEDIUM'),
  })
  .refine(isCorrectIndexInRange, CORRECT_INDEX_OUT_OF_RANGE)
export type QuizDraft = z.output<typeof QuizDraftSchema>

const ClassificationFields = {
  topicId: z.uuid().optional().openapi({ description: 'Left out: the topic "general".' }),
  use: z
    .enum(['PRACTICE', 'CHALLENGE'])
    .openapi({ description: 'PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles.' }),
}

/** The body of a new question. */
export const QuestionDraftSchema = z
  .object({
    ...QuizFields,
    explanation: QuizFields.explanation.default(''),
    difficulty: z.enum(DIFFICULTIES).default('MEDIUM'),
    ...ClassificationFields,
    use: ClassificationFields.use.default('CHALLENGE'),
  })
  .refine(isCorrectIndexInRange, CORRECT_INDEX_OUT_OF_RANGE)
  .openapi('QuestionDraft')
export type QuestionDraft = z.output<typeof QuestionDraftSchema>

/** The body of a change: what is left out stays as it is. What a question is for does not change. */
export const QuestionPatchSchema = z
  .object({ ...QuizFields, difficulty: z.enum(DIFFICULTIES), topicId: z.uuid() })
  .partial()
  .openapi('QuestionPatch')
export type QuestionPatch = z.output<typeof QuestionPatchSchema>

/** A question with its answer, for those who write questions. */
export const EditedQuestionSchema = z
  .object({
    id: z.string(),
    origin: z.enum(ORIGINS),
    status: z.enum(PUBLICATION_STATUSES),
    topicId: z.string(),
    use: z.enum(['PRACTICE', 'CHALLENGE']),
    difficulty: z.enum(DIFFICULTIES),
    prompt: z.string(),
    options: z.array(z.string()),
    correctIndex: z.int(),
    explanation: z.string(),
  })
  .openapi('EditedQuestion')
export type EditedQuestion = z.output<typeof EditedQuestionSchema> & { id: Id<'Question'> }
