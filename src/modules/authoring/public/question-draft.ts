import type { Id } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import { DIFFICULTIES } from '../../questions/public/question.ts'
import {
  CONTENT_FIELDS,
  QUESTION_TYPES,
  type QuestionContent,
} from '../../questions/public/question-content.ts'
import { questionDraftSchema, questionSchema, TEXT_FIELDS } from '../../questions/public/question-draft.ts'

/** Key prefix of content that authors create here. Keys of packs cannot contain `:`. */
export const AUTHORED_KEY_PREFIX = 'admin:'

/** DRAFT: not published yet. PUBLISHED: in use. ARCHIVED: no longer in use. */
export const PUBLICATION_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number]

export const ORIGINS = ['PACK', 'ADMIN'] as const

export const CanEditSchema = z.boolean().openapi({
  description:
    'Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack.',
})

export const VersionSchema = z.int().openapi({
  description:
    'Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit.',
})

/** The state before and after a change, for the audit log. */
export interface Edit<Content> {
  before: Content
  after: Content
}

const skill = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .nullable()
  .openapi({ description: 'One of the skills of a course' })
const difficulty = z.enum(DIFFICULTIES)

/** Without the signs that separate tags in files and addresses. */
export const TagSchema = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,;|[\]\\]+$/, 'must not contain , ; | [ ] or a backslash')
  .refine((tag) => !/\p{Cc}/u.test(tag), 'must not contain control characters')
export const MAX_TAGS = 20
const tags = z
  .array(TagSchema)
  .max(MAX_TAGS)
  .openapi({ description: 'Words of the author to find the question by' })
  .refine((list) => new Set(list).size === list.length, 'must differ from each other')

const QuizDraftFields = {
  prompt: TEXT_FIELDS.prompt,
  explanation: TEXT_FIELDS.explanation.default(''),
  hint: TEXT_FIELDS.hint.default(null),
  optionFeedback: TEXT_FIELDS.optionFeedback.default(null),
  skill: skill.default(null),
  difficulty: difficulty.default('MEDIUM'),
}

/** A new question inside a lesson. */
export const QuizDraftSchema = questionDraftSchema('QuizDraft', QuizDraftFields)
export type QuizDraft = z.output<typeof QuizDraftSchema>

const use = z.enum(['PRACTICE', 'CHALLENGE', 'TEST']).openapi({
  description:
    'PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course.',
})

export const QuestionDraftSchema = questionDraftSchema('QuestionDraft', {
  ...QuizDraftFields,
  topicId: z.uuid().optional().openapi({ description: 'Default: the topic "general".' }),
  use: use.default('CHALLENGE'),
  courseId: z.uuid().optional().openapi({ description: 'With the use TEST: the course of the test' }),
  tags: tags.default([]),
})
export type QuestionDraft = z.output<typeof QuestionDraftSchema>

/** How authors choose questions of the bank. */
export const QuestionQuerySchema = z.object({
  search: z.string().trim().max(100).optional().openapi({
    description: 'A part of the prompt, of an option, or of another text that the question asks with',
  }),
  status: z.enum(PUBLICATION_STATUSES).optional(),
  topicId: z.uuid().optional(),
  use: use.optional().openapi({ description: 'Default: PRACTICE and CHALLENGE' }),
  type: z.enum(QUESTION_TYPES).optional(),
  difficulty: difficulty.optional(),
  tag: TagSchema.optional(),
  courseId: z
    .uuid()
    .optional()
    .openapi({ description: 'Only the questions in the lessons of this course, or in its test' }),
  lessonId: z.uuid().optional().openapi({ description: 'Only the questions of this lesson' }),
})
export type QuestionQuery = z.output<typeof QuestionQuerySchema>

const { tolerance, toleranceType, unit, otherUnits, value } = CONTENT_FIELDS.NUMBER

/** Missing fields stay unchanged. `use` and `type` cannot change, so only fields of the type of the question are taken. */
export const QuestionPatchSchema = z
  .object({
    ...TEXT_FIELDS,
    skill,
    difficulty,
    topicId: z.uuid(),
    tags,
    options: CONTENT_FIELDS.SINGLE_CHOICE.options,
    correctIndex: CONTENT_FIELDS.SINGLE_CHOICE.correctIndex,
    correctIndexes: CONTENT_FIELDS.MULTIPLE_CHOICE.correctIndexes,
    value,
    tolerance: tolerance.unwrap(),
    toleranceType: toleranceType.unwrap(),
    unit: unit.unwrap(),
    otherUnits: otherUnits.unwrap(),
    accepted: CONTENT_FIELDS.SHORT_TEXT.accepted,
    ignoreAccents: CONTENT_FIELDS.SHORT_TEXT.ignoreAccents.unwrap(),
    items: CONTENT_FIELDS.ORDER.items,
    pairs: CONTENT_FIELDS.MATCH.pairs,
    distractors: CONTENT_FIELDS.MATCH.distractors.unwrap(),
    text: CONTENT_FIELDS.GAP.text,
    gaps: CONTENT_FIELDS.GAP.gaps,
    wordBank: CONTENT_FIELDS.GAP.wordBank.unwrap(),
  })
  .partial()
  .openapi('QuestionPatch')
export type QuestionPatch = z.output<typeof QuestionPatchSchema>

const stats = z
  .object({
    answerCount: z.int().openapi({ description: 'First answers of learners' }),
    successRate: z.number().openapi({ description: 'The share of right answers, 0 to 1' }),
    difficultyRating: z
      .int()
      .openapi({ description: 'Elo points; a new question of difficulty MEDIUM has 1050' }),
    discrimination: z.number().nullable().openapi({
      description:
        'From -1 to 1: whether strong learners answer it more often than weak ones. Below 0 the solution may be wrong. Null with few answers.',
    }),
  })
  .openapi('QuestionStats')

/** A question with its answer, for authors. */
export const EditedQuestionSchema = questionSchema('EditedQuestion', {
  id: z.string(),
  origin: z.enum(ORIGINS),
  status: z.enum(PUBLICATION_STATUSES),
  canEdit: CanEditSchema,
  version: VersionSchema,
  hasUnpublishedChanges: z.boolean().openapi({
    description: 'Learners see an earlier version until the lesson of the question is published again',
  }),
  topicId: z.string(),
  use,
  courseId: z.string().nullable().openapi({ description: 'Of a test question: the course of the test' }),
  difficulty,
  ...TEXT_FIELDS,
  skill,
  tags,
  stats: stats.optional(),
})
export type EditedQuestion = z.output<typeof EditedQuestionSchema> & { id: Id<'Question'> } & QuestionContent
