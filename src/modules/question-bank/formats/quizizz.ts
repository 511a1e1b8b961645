import {
  createCollector,
  type FileDefaults,
  FormatFault,
  type ParsedFile,
  type RawQuestion,
} from './question-file.ts'
import { findHeader, readIndexes, type Table } from './table.ts'

/** The titles of the template, and those that tools for it write. */
const TITLES = {
  question: /^question(?: text)?$/i,
  type: /^question type$/i,
  option1: /^option 1$/i,
  option2: /^option 2$/i,
  option3: /^option 3$/i,
  option4: /^option 4$/i,
  option5: /^option 5$/i,
  correct: /^correct answer(?:s|\(s\))?$/i,
  time: /^time(?: in seconds)?$/i,
  image: /^(?:image link|link of the image)$/i,
  explanation: /^(?:answer )?explanation$/i,
}
type Column = keyof typeof TITLES
const OPTIONS = ['option1', 'option2', 'option3', 'option4', 'option5'] as const

/** The sheet with which Quizizz, now Wayground, imports quizzes. */
export function readQuizizzSheet({ rows, faults }: Table, defaults: FileDefaults = {}): ParsedFile {
  const collector = createCollector(defaults)
  const header = findHeader(rows, TITLES, ['question', 'type', 'option1', 'correct'])
  if (!header)
    throw new FormatFault(
      'The sheet has no row with the titles "Question Text", "Question Type", "Option 1" and "Correct Answer".',
      1,
    )
  if (header.columns.has('time')) collector.ignore('time limits')
  for (const { line, message } of faults) collector.report(line, message, '')
  for (const [index, { line, cells }] of rows.slice(header.headerAt + 1).entries()) {
    if (!collector.isOpen) break
    const cellOf = (name: Column) => (cells[header.columns.get(name) ?? -1] ?? '').trim()
    // The second row of the template explains the columns.
    if (index === 0 && /^text of the question/i.test(cellOf('question'))) continue
    collector.add(line, cellOf('question') || cells.join(' '), () => readRow(cellOf))
  }
  return collector.result()
}

function readRow(cellOf: (name: Column) => string): RawQuestion {
  if (cellOf('image') !== '') throw new FormatFault('has a picture, which cannot be imported')
  const cells = OPTIONS.map(cellOf)
  const options = cells.filter((option) => option !== '')
  const texts = { prompt: cellOf('question'), explanation: cellOf('explanation') }
  const type = cellOf('type')
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
  if (type === 'fillintheblank') return { ...texts, type: 'SHORT_TEXT', accepted: options }
  // The template says that the type is Multiple Choice if the cell is empty.
  if (type !== 'multiplechoice' && type !== 'checkbox' && type !== '')
    throw new FormatFault(`is of the type "${cellOf('type')}", which cannot be imported`)
  const correct = readIndexes(cellOf('correct')).map((index) => {
    if (!cells[index]) throw new FormatFault(`has the right option ${index + 1}, which is empty`)
    return options.indexOf(cells[index])
  })
  if (type === 'checkbox') return { ...texts, type: 'MULTIPLE_CHOICE', options, correctIndexes: correct }
  if (correct.length > 1) throw new FormatFault('has several right options. Its type must be Checkbox.')
  return { ...texts, type: 'SINGLE_CHOICE', options, correctIndex: correct[0] }
}
