import { z } from 'zod'
import { DIFFICULTIES } from '../../questions/public/question.ts'
import { CONTENT_FIELDS, QUESTION_TYPES, type QuestionType } from '../../questions/public/question-content.ts'

export const PACK_KEY = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const packKey = z.string().max(80).regex(PACK_KEY, 'must be lower-case letters, digits and -')

const text = z.string().trim().min(1).max(2_000)
export const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\n]*$/, 'must be one line')

const quizFields = {
  key: packKey,
  prompt: text,
  // Authors may leave it empty; the linter reports it.
  explanation: z.string().trim().max(2_000),
  difficulty: z.enum(DIFFICULTIES),
  hint: z.string().trim().min(1).max(500).optional(),
  skill: oneLine.optional(),
}
/** One text per option. For single choice: first for the right option, then for the wrong ones. */
const optionFeedback = z.array(z.string().trim().max(500)).max(8).optional()
const quizOfType = <const Type extends Exclude<QuestionType, 'SINGLE_CHOICE'>>(type: Type) =>
  z.strictObject({ ...quizFields, type: z.literal(type), ...CONTENT_FIELDS[type] })

export const UNKNOWN_TYPE = `must be one of ${QUESTION_TYPES.join(', ')}`

/** A question of a pack. `QuizSchema` also checks the rules between its fields. */
export const PlainQuizSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      ...quizFields,
      type: z.literal('SINGLE_CHOICE').optional(),
      right: text,
      wrong: z.array(text).min(1).max(7),
      optionFeedback,
    }),
    quizOfType('MULTIPLE_CHOICE').extend({ optionFeedback }),
    quizOfType('NUMBER'),
    quizOfType('SHORT_TEXT'),
    quizOfType('ORDER'),
    quizOfType('MATCH'),
    quizOfType('GAP'),
  ],
  { error: UNKNOWN_TYPE },
)
export type PlainQuiz = z.output<typeof PlainQuizSchema>
