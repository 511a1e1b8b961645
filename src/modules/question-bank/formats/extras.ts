import type { QuestionDraft } from '../../authoring/public/question-draft.ts'
import type { Difficulty, QuestionUse } from '../../questions/public/question.ts'
import { CONTENT_FIELDS } from '../../questions/public/question-content.ts'
import type { QuestionText } from '../../questions/public/question-text.ts'
import type { RawQuestion } from './question-file.ts'

/** A question to write into a file. */
export type BankQuestion = QuestionText & {
  skill: string | null
  difficulty: Difficulty
  use: QuestionUse
  tags: string[]
}

/** Fields that a format may not have. A file has them where other systems ignore them, so that we read them again. */
const EXTRA_FIELDS = [
  'hint',
  'optionFeedback',
  'skill',
  'difficulty',
  'use',
  'ignoreAccents',
  'value',
  'tolerance',
  'toleranceType',
  'unit',
  'otherUnits',
  'wordBank',
] as const
const SHARED_FIELDS = [
  'prompt',
  'explanation',
  'hint',
  'optionFeedback',
  'skill',
  'difficulty',
  'use',
  'tags',
] as const

/**
 * Compares a question with what a reader of the written file gets. Returns the fields that must be written as extras, or
 * undefined if the format changes the question itself.
 */
export function findExtras(
  question: BankQuestion,
  reread: QuestionDraft | undefined,
): RawQuestion | undefined {
  if (reread?.type !== question.type) return undefined
  const fields = [...SHARED_FIELDS, ...Object.keys(CONTENT_FIELDS[question.type])]
  const fieldOf = (item: object, field: string) => {
    const value = (item as Record<string, unknown>)[field]
    return field === 'correctIndexes' ? (value as number[]).toSorted((one, other) => one - other) : value
  }
  const changed = fields.filter((field) => !Bun.deepEquals(fieldOf(question, field), fieldOf(reread, field)))
  if (changed.some((field) => !(EXTRA_FIELDS as readonly string[]).includes(field))) return undefined
  return Object.fromEntries(changed.map((field) => [field, fieldOf(question, field)]))
}

/** Reads extras. What is not one of them is ignored. */
export function readExtras(json: string): RawQuestion {
  try {
    const fields: unknown = JSON.parse(json)
    if (typeof fields !== 'object' || fields === null) return {}
    return Object.fromEntries(
      EXTRA_FIELDS.flatMap((field) =>
        Object.hasOwn(fields, field) ? [[field, fields[field as never]]] : [],
      ),
    )
  } catch {
    return {}
  }
}
