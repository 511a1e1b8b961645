import type { Id } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import { DIFFICULTIES } from '../../questions/public/question.ts'

/** Key prefix of content that authors create here. Keys of packs cannot contain `:`. */
export const AUTHORED_KEY_PREFIX = 'admin:'

/** DRAFT: not published yet. PUBLISHED: in use. ARCHIVED: no longer in use. */
export const PUBLICATION_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number]

export const ORIGINS = ['PACK', 'ADMIN'] as const

/** The state before and after a change, for the audit log. */
export interface Edit<Content> {
  before: Content
  after: Content
}

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
  message: 'must be the index of an option, from 0',
}

/** A new question inside a lesson. */
export const QuizDraftSchema = z
  .object({
    ...QuizFields,
    explanation: QuizFields.explanation.default(''),
    difficulty: z.enum(DIFFICULTIES).default('MEDIUM'),
  })
  .refine(isCorrectIndexInRange, CORRECT_INDEX_OUT_OF_RANGE)
export type QuizDraft = z.output<typeof QuizDraftSchema>

const ClassificationFields = {
  topicId: z.uuid().optional().openapi({ description: 'Default: the topic "general".' }),
  use: z
    .enum(['PRACTICE', 'CHALLENGE'])
    .openapi({ description: 'PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles.' }),
}

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

/** Missing fields stay unchanged. `use` cannot change. */
export const QuestionPatchSchema = z
  .object({ ...QuizFields, difficulty: z.enum(DIFFICULTIES), topicId: z.uuid() })
  .partial()
  .openapi('QuestionPatch')
export type QuestionPatch = z.output<typeof QuestionPatchSchema>

/** A question with its answer, for authors. */
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
