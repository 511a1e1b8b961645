import { createCollector, type FileDefaults, FormatFault, type ParsedFile } from './question-file.ts'
import { findHeader, readIndexes, type Table } from './table.ts'

const TITLES = {
  question: /^question\b/i,
  answer1: /^answer 1\b/i,
  answer2: /^answer 2\b/i,
  answer3: /^answer 3\b/i,
  answer4: /^answer 4\b/i,
  answer5: /^answer 5\b/i,
  answer6: /^answer 6\b/i,
  time: /^time limit\b/i,
  correct: /^correct answer/i,
}
const ANSWERS = ['answer1', 'answer2', 'answer3', 'answer4', 'answer5', 'answer6'] as const

/** The sheet with which Kahoot imports quizzes. Its header is below some lines of advice. */
export function readKahootSheet({ rows, faults }: Table, defaults: FileDefaults = {}): ParsedFile {
  const collector = createCollector(defaults)
  const header = findHeader(rows, TITLES, ['question', 'answer1', 'answer2', 'correct'])
  if (!header)
    throw new FormatFault(
      'The sheet has no row with the titles "Question", "Answer 1", "Answer 2" and "Correct answer(s)".',
      1,
    )
  if (header.columns.has('time')) collector.ignore('time limits')
  for (const { line, message } of faults) collector.report(line, message, '')
  for (const { line, cells } of rows.slice(header.headerAt + 1)) {
    if (!collector.isOpen) break
    const cellOf = (name: keyof typeof TITLES) => (cells[header.columns.get(name) ?? -1] ?? '').trim()
    const answers = ANSWERS.map(cellOf)
    // The template numbers rows that are not filled in.
    if (cellOf('question') === '' && answers.every((answer) => answer === '')) continue
    collector.add(line, cellOf('question'), () => {
      const right = readIndexes(cellOf('correct'))
      const options = answers.filter((answer) => answer !== '')
      const correct = right.map((index) => {
        if (!answers[index]) throw new FormatFault(`has the right answer ${index + 1}, which is empty`)
        return options.indexOf(answers[index])
      })
      if (correct.length > 1)
        throw new FormatFault(
          'has several right answers of which one is enough. Import it from a sheet of ours, as MULTIPLE_CHOICE.',
        )
      return { type: 'SINGLE_CHOICE', prompt: cellOf('question'), options, correctIndex: correct[0] }
    })
  }
  return collector.result()
}
