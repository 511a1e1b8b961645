import type { QuestionContent, QuestionType } from './question-content.ts'
import { compileQuestionHtml, type QuestionHtml } from './question-html.ts'
import type { QuestionText } from './question-text.ts'
import type { StoredQuestion } from './stored-question.ts'

/** The columns of `question` that depend on its type. */
export interface ContentColumns {
  type: QuestionType
  options: string[] | null
  correctIndex: number | null
  content: Record<string, unknown> | null
  hint: string | null
  optionFeedback: string[] | null
  skill: string | null
  html: QuestionHtml
}

export type StoredRow = Pick<StoredQuestion, 'id' | 'prompt' | 'explanation'> & ContentColumns

/** Reads a row. The schemas of the types checked it before it was stored. */
export function toStoredQuestion<Row extends StoredRow>(
  row: Row,
): StoredQuestion & Omit<Row, keyof StoredRow> {
  const { options, correctIndex, content, ...plain } = row
  const fields = row.type === 'SINGLE_CHOICE' ? { options, correctIndex } : content
  return { ...plain, ...fields } as never
}

/** Returns the columns to store, with the compiled HTML. */
export function toContentColumns(question: QuestionText & { skill: string | null }): ContentColumns {
  const { hint, optionFeedback, skill } = question
  const shared = { type: question.type, hint, optionFeedback, skill, html: compileQuestionHtml(question) }
  return question.type === 'SINGLE_CHOICE'
    ? { ...shared, options: question.options, correctIndex: question.correctIndex, content: null }
    : { ...shared, options: null, correctIndex: null, content: contentOf(question) }
}

function contentOf(question: Exclude<QuestionContent, { type: 'SINGLE_CHOICE' }>): Record<string, unknown> {
  switch (question.type) {
    case 'MULTIPLE_CHOICE':
      return pick(question, 'options', 'correctIndexes')
    case 'NUMBER':
      return pick(question, 'value', 'tolerance', 'toleranceType', 'unit', 'otherUnits')
    case 'SHORT_TEXT':
      return pick(question, 'accepted', 'ignoreAccents')
    case 'ORDER':
      return pick(question, 'items')
    case 'MATCH':
      return pick(question, 'pairs', 'distractors')
    case 'GAP':
      return pick(question, 'text', 'gaps', 'wordBank', 'ignoreAccents')
  }
}

function pick<Item extends object>(item: Item, ...names: (keyof Item)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, item[name]]))
}
