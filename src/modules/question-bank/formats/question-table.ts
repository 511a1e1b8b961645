import type { CsvCell } from '../../../platform/csv.ts'
import {
  MAX_GAPS,
  MAX_ITEMS,
  MAX_OPTIONS,
  type QuestionType,
} from '../../questions/public/question-content.ts'
import type { BankQuestion } from './extras.ts'
import {
  createCollector,
  type FileDefaults,
  FormatFault,
  type ParsedFile,
  type RawQuestion,
} from './question-file.ts'
import { readIndexes, type Table } from './table.ts'

/**
 * Our own columns, for CSV and Excel. `option1`, `option2`, … are the options; the items of ORDER in their order; the left sides of
 * MATCH, with `match1`, … as right sides; and the accepted words of each gap of GAP. Lists in one cell are separated by `|`.
 */
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`)
const OPTION_COLUMNS = numbered('option', Math.max(MAX_OPTIONS, MAX_ITEMS, MAX_GAPS))
const MATCH_COLUMNS = numbered('match', MAX_ITEMS)
const FEEDBACK_COLUMNS = numbered('feedback', MAX_OPTIONS)
export const COLUMNS = [
  'type',
  'prompt',
  ...OPTION_COLUMNS,
  'correct',
  'explanation',
  'hint',
  'difficulty',
  'tags',
  'skill',
  'use',
  ...MATCH_COLUMNS,
  'distractors',
  'accepted',
  'ignoreAccents',
  'tolerance',
  'toleranceType',
  'unit',
  'otherUnits',
  'text',
  'wordBank',
  ...FEEDBACK_COLUMNS,
]
const MAX_LIST = 20_000
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads rows below a header with our columns. */
export function readQuestionTable({ rows, faults }: Table, defaults: FileDefaults): ParsedFile {
  const collector = createCollector(defaults)
  const [header, ...body] = rows
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const columns = new Map(COLUMNS.map((column) => [column, names.indexOf(column.toLowerCase())]))
  if (columns.get('prompt') === -1)
    throw new FormatFault(
      'The first row must have the names of columns, such as prompt, option1, option2, correct.',
      1,
    )
  const known = new Set(COLUMNS.map((column) => column.toLowerCase()))
  for (const name of names)
    if (name !== '' && !known.has(name)) collector.ignore(`the column "${name.slice(0, 40)}"`)
  for (const { line, message } of faults) collector.report(line, message, '')
  for (const { line, cells } of body) {
    if (!collector.isOpen) break
    const cellOf = (column: string) => unguard(cells[columns.get(column)!] ?? '').trim()
    collector.add(line, cellOf('prompt') || cells.join(' '), () => readRow(cellOf))
  }
  return collector.result()
}

type CellOf = (column: string) => string

function readRow(cellOf: CellOf): RawQuestion {
  const type = (cellOf('type')
    .toUpperCase()
    .replace(/[\s-]+/g, '_') || 'SINGLE_CHOICE') as QuestionType
  const optional = (column: string) => (cellOf(column) === '' ? {} : { [column]: cellOf(column) })
  return {
    type,
    prompt: cellOf('prompt'),
    explanation: cellOf('explanation'),
    ...optional('hint'),
    ...optional('skill'),
    ...(cellOf('difficulty') === '' ? {} : { difficulty: cellOf('difficulty').toUpperCase() }),
    ...(cellOf('use') === '' ? {} : { use: cellOf('use').toUpperCase() }),
    tags: readList(cellOf('tags')),
    ...readContent(type, cellOf),
  }
}

function readContent(type: QuestionType, cellOf: CellOf): RawQuestion {
  const cellsOf = (columns: string[]) => columns.map(cellOf).slice(0, 1 + lastFilled(columns.map(cellOf)))
  const options = cellsOf(OPTION_COLUMNS)
  const accents =
    cellOf('ignoreAccents') === '' ? {} : { ignoreAccents: readBoolean(cellOf('ignoreAccents')) }
  switch (type) {
    case 'SINGLE_CHOICE': {
      const [correctIndex, ...others] = readIndexes(cellOf('correct'))
      if (others.length > 0)
        throw new FormatFault('has several right options. Its type must be MULTIPLE_CHOICE.')
      return { options, correctIndex, ...readFeedback(options.length, cellOf) }
    }
    case 'MULTIPLE_CHOICE':
      return {
        options,
        correctIndexes: readIndexes(cellOf('correct')),
        ...readFeedback(options.length, cellOf),
      }
    case 'NUMBER':
      return readNumberFields(cellOf)
    case 'SHORT_TEXT':
      return { accepted: readList(cellOf('accepted')), ...accents }
    case 'ORDER':
      return { items: options }
    case 'MATCH': {
      const rights = cellsOf(MATCH_COLUMNS)
      const pairs = Array.from({ length: Math.max(options.length, rights.length) }, (_, index) => ({
        left: options[index] ?? '',
        right: rights[index] ?? '',
      }))
      return { pairs, distractors: readList(cellOf('distractors')) }
    }
    case 'GAP': {
      const wordBank = readList(cellOf('wordBank'))
      const gaps = options.map((cell) => ({ accepted: readList(cell) }))
      return { text: cellOf('text'), gaps, wordBank: wordBank.length > 0 ? wordBank : null, ...accents }
    }
    default:
      throw new FormatFault(`has the unknown type "${String(type).slice(0, 40)}"`)
  }
}

function lastFilled(cells: string[]): number {
  return cells.findLastIndex((cell) => cell !== '')
}

function readFeedback(optionCount: number, cellOf: CellOf): { optionFeedback: string[] | null } {
  const feedback = FEEDBACK_COLUMNS.map(cellOf)
  if (lastFilled(feedback) >= optionCount) throw new FormatFault('has feedback for an option that is missing')
  return { optionFeedback: lastFilled(feedback) < 0 ? null : feedback.slice(0, optionCount) }
}

function readNumberFields(cellOf: CellOf): RawQuestion {
  const otherUnits = readList(cellOf('otherUnits')).map((entry) => {
    const at = entry.lastIndexOf('=')
    if (at < 0) throw new FormatFault(`has "${entry}" where a unit must be, such as km=1000`)
    return { unit: entry.slice(0, at).trim(), factor: readNumber(entry.slice(at + 1)) }
  })
  return {
    value: readNumber(cellOf('correct')),
    tolerance: cellOf('tolerance') === '' ? 0 : readNumber(cellOf('tolerance')),
    ...(cellOf('toleranceType') === '' ? {} : { toleranceType: cellOf('toleranceType').toUpperCase() }),
    unit: cellOf('unit') || null,
    otherUnits,
  }
}

function readNumber(text: string): number {
  if (!NUMBER.test(text.trim())) throw new FormatFault(`has "${text.trim()}" where a number must be`)
  return Number(text)
}

function readBoolean(text: string): boolean {
  if (!/^(?:true|false|yes|no|1|0)$/i.test(text))
    throw new FormatFault(`has "${text}" where true or false must be`)
  return /^(?:true|yes|1)$/i.test(text)
}

/** Splits at `|`; `\|` is a bar and `\\` a backslash. */
function readList(cell: string): string[] {
  if (cell.length > MAX_LIST) throw new FormatFault('has a list that is too long')
  const items: string[] = []
  let item = ''
  for (const [token] of cell.matchAll(/\\[\\|]|[\s\S]/gu)) {
    if (token === '|') {
      items.push(item)
      item = ''
    } else item += token.length === 2 && token.startsWith('\\') ? token.slice(1) : token
  }
  return [...items, item].map((each) => each.trim()).filter((each) => each !== '')
}

function printList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, '\\$&')).join('|')
}

/** Exports put an apostrophe before a text that a spreadsheet would run. */
function unguard(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** `toCsv` adds an apostrophe to formulas; a text that begins with apostrophes and a formula gets another one here. */
function guard(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && /^'+[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

export function printQuestionTable(questions: readonly BankQuestion[]): CsvCell[][] {
  return [
    COLUMNS,
    ...questions.map((question) => {
      const fields = fieldsOf(question)
      return COLUMNS.map((column) => guard(fields[column] ?? ''))
    }),
  ]
}

function fieldsOf(question: BankQuestion): Record<string, CsvCell> {
  const { type, prompt, explanation, hint, difficulty, tags, skill, use, optionFeedback } = question
  return {
    type,
    prompt,
    explanation,
    hint,
    difficulty,
    tags: printList(tags),
    skill,
    use,
    ...fill(FEEDBACK_COLUMNS, optionFeedback ?? []),
    ...contentFields(question),
  }
}

function fill(columns: string[], texts: readonly string[]): Record<string, CsvCell> {
  return Object.fromEntries(texts.map((text, index) => [columns[index]!, text]))
}

function contentFields(question: BankQuestion): Record<string, CsvCell> {
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return { ...fill(OPTION_COLUMNS, question.options), correct: question.correctIndex + 1 }
    case 'MULTIPLE_CHOICE': {
      const right = question.correctIndexes.toSorted((one, other) => one - other).map((index) => index + 1)
      return { ...fill(OPTION_COLUMNS, question.options), correct: right.join(',') }
    }
    case 'NUMBER': {
      const { value, tolerance, toleranceType, unit, otherUnits } = question
      const others = printList(otherUnits.map((other) => `${other.unit}=${other.factor}`))
      return { correct: value, tolerance, toleranceType, unit, otherUnits: others }
    }
    case 'SHORT_TEXT':
      return { accepted: printList(question.accepted), ignoreAccents: question.ignoreAccents }
    case 'ORDER':
      return fill(OPTION_COLUMNS, question.items)
    case 'MATCH': {
      const { pairs, distractors } = question
      const lefts = pairs.map(({ left }) => left)
      const rights = pairs.map(({ right }) => right)
      return {
        ...fill(OPTION_COLUMNS, lefts),
        ...fill(MATCH_COLUMNS, rights),
        distractors: printList(distractors),
      }
    }
    case 'GAP': {
      const { text, gaps, wordBank, ignoreAccents } = question
      const words = gaps.map(({ accepted }) => printList(accepted))
      return { ...fill(OPTION_COLUMNS, words), text, wordBank: printList(wordBank ?? []), ignoreAccents }
    }
  }
}
