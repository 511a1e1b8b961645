import { z } from '../../../platform/zod.ts'
import {
  CONTENT_FIELDS,
  findContentErrors,
  type QuestionContent,
  type QuestionType,
  TYPE_NAMES,
} from './question-content.ts'
import { findTextErrors } from './question-html.ts'
import type { QuestionText } from './question-text.ts'

const markdown = (maxLength: number) => z.string().trim().min(1).max(maxLength)

/** The fields that questions of all types have. */
export const TEXT_FIELDS = {
  prompt: markdown(2_000),
  explanation: z.string().trim().max(2_000),
  hint: markdown(500).nullable().openapi({ description: 'A tip that learners may ask for' }),
  optionFeedback: z
    .array(z.string().trim().max(500))
    .max(8)
    .nullable()
    .openapi({ description: 'One text per option, shown to a learner who selected it; empty for none' }),
}

/** The schema of a stored question with its solution: one object per type, named after it in the API document. */
export function questionSchema<Fields extends z.ZodRawShape>(name: string, fields: Fields) {
  return z
    .discriminatedUnion('type', [ofType('SINGLE_CHOICE', name, fields), ...otherTypes(name, fields)])
    .openapi(name)
}

/** The schema of a new question. Without a type it is SINGLE_CHOICE. */
export function questionDraftSchema<Fields extends z.ZodRawShape>(name: string, fields: Fields) {
  const single = z
    .object({
      type: z.literal('SINGLE_CHOICE').optional().default('SINGLE_CHOICE'),
      ...fields,
      ...CONTENT_FIELDS.SINGLE_CHOICE,
    })
    .openapi(`${name}SingleChoice`)
  return z
    .discriminatedUnion('type', [single, ...otherTypes(name, fields)])
    .superRefine((draft, context) => checkQuestion(draft as QuestionContent, context))
    .openapi(name)
}

function otherTypes<Fields extends z.ZodRawShape>(name: string, fields: Fields) {
  return [
    ofType('MULTIPLE_CHOICE', name, fields),
    ofType('NUMBER', name, fields),
    ofType('SHORT_TEXT', name, fields),
    ofType('ORDER', name, fields),
    ofType('MATCH', name, fields),
    ofType('GAP', name, fields),
  ] as const
}

function ofType<const Type extends QuestionType, Fields extends z.ZodRawShape>(
  type: Type,
  name: string,
  fields: Fields,
) {
  return z
    .object({ type: z.literal(type), ...fields, ...CONTENT_FIELDS[type] })
    .openapi(`${name}${TYPE_NAMES[type]}`)
}

type CheckedQuestion = QuestionContent & Partial<QuestionText>

/** Reports every error between fields and in texts. */
function checkQuestion(question: CheckedQuestion, context: z.RefinementCtx): void {
  const { prompt = '', explanation = '', hint = null, optionFeedback = null } = question
  const texts = { ...question, prompt, explanation, hint, optionFeedback }
  for (const { path, message } of [...findContentErrors(texts), ...findTextErrors(texts)])
    context.addIssue({ code: 'custom', path, message })
}
