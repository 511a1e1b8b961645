import {
  createCollector,
  type FileDefaults,
  FormatFault,
  normalizeLines,
  type ParsedFile,
  type RawQuestion,
} from './question-file.ts'

/** The Aiken format: a question, options `A.` or `A)`, and the line `ANSWER: A`. */

const OPTION = /^\s*([A-Z])[.)]\s+(.*)$/
const ANSWER = /^\s*ANSWER\s*:(.*)$/i

export function parseAiken(text: string, defaults: FileDefaults = {}): ParsedFile {
  const collector = createCollector(defaults)
  let block: { line: number; lines: string[]; hasOptions: boolean } | undefined
  const end = (answer: string | undefined) => {
    if (!block || !collector.isOpen) return
    const { line, lines } = block
    block = undefined
    collector.add(line, lines.slice(0, 20).join(' '), () => readQuestion(lines, answer))
  }
  for (const [index, line] of normalizeLines(text).split('\n').entries()) {
    if (!collector.isOpen) break
    if (line.trim() === '') continue
    const answer = ANSWER.exec(line)
    const isOption = OPTION.test(line)
    // A line of text after options begins the next question although the answer is missing.
    if (!answer && !isOption && block?.hasOptions) end(undefined)
    block ??= { line: index + 1, lines: [], hasOptions: false }
    if (answer) end(answer[1]!.trim())
    else {
      block.lines.push(line.trim())
      block.hasOptions ||= isOption
    }
  }
  end(undefined)
  return collector.result()
}

function readQuestion(lines: string[], answer: string | undefined): RawQuestion {
  const first = lines.findIndex((line) => OPTION.test(line))
  if (first < 0) throw new FormatFault('has no options such as "A. Yes"')
  const prompt = lines.slice(0, first).join('\n')
  if (prompt === '') throw new FormatFault('has no question before its options')
  const rows = lines.slice(first).map((line) => OPTION.exec(line)!)
  const marks = rows.map(([, mark]) => mark!)
  const wrong = marks.findIndex((mark, index) => mark !== String.fromCharCode(65 + index))
  if (wrong >= 0) throw new FormatFault(`has the option ${marks[wrong]} out of order`)
  if (answer === undefined) throw new FormatFault('has no line "ANSWER:" after its options')
  const correctIndex = /^[A-Z]$/i.test(answer) ? marks.indexOf(answer.toUpperCase()) : -1
  if (correctIndex < 0) throw new FormatFault(`has the answer "${answer}", which is not one of its options`)
  return { type: 'SINGLE_CHOICE', prompt, options: rows.map(([, , text]) => text!), correctIndex }
}
