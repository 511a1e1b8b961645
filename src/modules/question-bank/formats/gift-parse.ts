import { readExtras } from './extras.ts'
import { htmlToMarkdown, looksLikeHtml } from './html-to-markdown.ts'
import {
  createCollector,
  type FileDefaults,
  FormatFault,
  normalizeLines,
  type ParsedFile,
  type RawQuestion,
} from './question-file.ts'

/** The GIFT format of Moodle: questions in plain text, separated by blank lines. */

/** Stand for escaped characters while a question is split. */
const ESCAPED = '~=#{}:\\n'
const FIRST_STAND_IN = 0xe110
const STAND_INS = /[\uE110-\uE117]/g
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const MAX_COMMENT = 2_000
const MAX_SOURCE = 50_000
const NAME = /^\s*::[^\n]*?::/
const FORMAT = /^\[(html|markdown|plain|moodle)\]/

interface Block {
  line: number
  source: string
  comments: string[]
}

export function parseGift(text: string, defaults: FileDefaults = {}): ParsedFile {
  const collector = createCollector(defaults)
  let category: string | undefined
  for (const block of splitBlocks(normalizeLines(text))) {
    if (!collector.isOpen) break
    const named = /^\s*\$CATEGORY:[ \t]*(.*)(?:\n|$)/.exec(block.source)
    if (named) category = named[1]!.split('/').at(-1)!.trim() || undefined
    const source = named ? block.source.slice(named[0].length) : block.source
    if (source.trim() === '') continue
    collector.add(block.line + (named ? 1 : 0), source, () => {
      if (NAME.test(source)) collector.ignore('names of questions')
      const question = readQuestion(source)
      const { tags, extras } = readComments(block.comments)
      return { ...question, ...extras, tags: category === undefined ? tags : [category, ...tags] }
    })
  }
  return collector.result()
}

function* splitBlocks(text: string): Generator<Block> {
  let current: Block | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') {
      if (current) yield current
      current = undefined
      continue
    }
    current ??= { line: index + 1, source: '', comments: [] }
    if (line.trimStart().startsWith('//')) current.comments.push(line.trim())
    else if (current.source === '') Object.assign(current, { line: index + 1, source: line })
    else current.source += `\n${line}`
  }
  if (current) yield current
}

function readComments(comments: string[]): { tags: string[]; extras: RawQuestion } {
  const ours = comments.map((comment) => /^\/\/ \[lyceum:(\{.*\})\]$/.exec(comment)?.[1])
  const tags = comments.flatMap((comment, index) =>
    ours[index] === undefined
      ? [...comment.slice(0, MAX_COMMENT).matchAll(/\[tag:([^\]]+)\]/g)].map(([, tag]) => tag!)
      : [],
  )
  const json = ours.find((extras) => extras !== undefined)
  return { tags, extras: json === undefined ? {} : readExtras(json) }
}

/** Reads a text of the question in the format of its own, or of the question. */
type ReadText = (text: string) => string

function readQuestion(source: string): RawQuestion {
  if (source.length > MAX_SOURCE) throw new FormatFault('is too long')
  if (/[\uE110-\uE117]/.test(source)) throw new FormatFault('has a character of a private font')
  const marked = source
    .replace(/\\([~=#{}:\\n])/g, (_, character: string) =>
      String.fromCharCode(FIRST_STAND_IN + ESCAPED.indexOf(character)),
    )
    .replace(NAME, '')
  const start = marked.indexOf('{')
  const end = marked.lastIndexOf('}')
  if (start < 0 && end < 0) throw new FormatFault('has no answers in braces: descriptions cannot be imported')
  if (start < 0 || end < start) throw new FormatFault('has a brace without its counterpart')
  const before = marked.slice(0, start).trim()
  const after = marked.slice(end + 1).trim()
  const answers = marked.slice(start + 1, end)
  if (/[{}]/.test(answers)) throw new FormatFault('has braces inside of braces. Escape them as \\{ and \\}.')
  const format = FORMAT.exec(before)?.[1] ?? 'moodle'
  const readText: ReadText = (text) => toMarkdown(text, format)
  const prompt = readText(after === '' ? before : `${before} _____ ${after}`)
  const [solution, explanation = ''] = splitOnce(answers, '####')
  const question = readAnswers(solution.trim(), readText)
  const notes = [readText(explanation), ...(question.notes ?? [])].filter((note) => note !== '')
  return { ...question.fields, prompt, explanation: notes.join('\n\n') }
}

interface Answers {
  fields: RawQuestion
  /** Feedback for which we have no field of its own; it becomes part of the explanation. */
  notes?: string[]
}

function readAnswers(solution: string, readText: ReadText): Answers {
  if (solution === '') throw new FormatFault('is an essay question, which cannot be graded here')
  if (solution.startsWith('#')) return readNumber(solution.slice(1).trim(), readText)
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#([^#]*))?(?:#([^#]*))?$/i.exec(solution)
  if (truth) return readTruth(truth, readText)
  if (!/^[=~]/.test(solution)) return readShortText([readChoice(`=${solution}`)], readText)
  const choices = splitChoices(solution)
  const areRight = choices.every(({ isRight }) => isRight)
  if (areRight && choices.every(({ text }) => text.includes('->'))) return readMatch(choices, readText)
  return areRight ? readShortText(choices, readText) : readChoices(choices, readText)
}

interface Choice {
  isRight: boolean
  weight: number | undefined
  text: string
  feedback: string
}

function splitChoices(solution: string): Choice[] {
  return solution
    .split(/(?=[=~])/)
    .map((part) => part.trim())
    .map(readChoice)
}

function readChoice(part: string): Choice {
  const [, sign, weight, rest] = /^([=~])\s*(?:%([^%]*)%)?([\s\S]*)$/.exec(part)!
  const [text, feedback = ''] = splitOnce(rest!, '#')
  if (weight !== undefined && !NUMBER.test(weight)) throw new FormatFault(`has the weight %${weight}%`)
  const points = weight === undefined ? undefined : Number(weight)
  return { isRight: sign === '=', weight: points, text: text.trim(), feedback: feedback.trim() }
}

function readChoices(choices: Choice[], readText: ReadText): Answers {
  const options = choices.map(({ text }) => readText(text))
  const feedback = choices.map((choice) => readText(choice.feedback))
  const optionFeedback = feedback.some((text) => text !== '') ? feedback : null
  const right = indexesOf(choices, ({ isRight }) => isRight)
  if (right.length > 1)
    throw new FormatFault('has several right options of which one is enough. Give the right options weights.')
  if (right.length === 1) {
    if (choices.some(({ isRight, weight = 0 }) => !isRight && weight > 0))
      throw new FormatFault('has a partly right option, and we grade options as right or wrong')
    return { fields: { type: 'SINGLE_CHOICE', options, correctIndex: right[0], optionFeedback } }
  }
  const weighted = indexesOf(choices, ({ weight = 0 }) => weight > 0)
  if (weighted.length === 0) throw new FormatFault('has no right option')
  const sum = weighted.reduce((total, index) => total + choices[index]!.weight!, 0)
  if (Math.abs(sum - 100) > 2)
    throw new FormatFault('has weights of right options that are not 100 % together')
  return { fields: { type: 'MULTIPLE_CHOICE', options, correctIndexes: weighted, optionFeedback } }
}

function indexesOf<Item>(items: Item[], matches: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (matches(item) ? [index] : []))
}

function readTruth([, truth, forWrong = '', forRight = '']: RegExpExecArray, readText: ReadText): Answers {
  const isTrue = /^t/i.test(truth!)
  const [right, wrong] = [readText(forRight), readText(forWrong)]
  const feedback = isTrue ? [right, wrong] : [wrong, right]
  const optionFeedback = feedback.some((text) => text !== '') ? feedback : null
  const options = ['True', 'False']
  return { fields: { type: 'SINGLE_CHOICE', options, correctIndex: isTrue ? 0 : 1, optionFeedback } }
}

function readShortText(choices: Choice[], readText: ReadText): Answers {
  requireFullWeight(choices)
  const accepted = choices.map(({ text }) => {
    const plain = restore(text.replace(FORMAT, ''))
    if (/(?<!\\)\*/.test(plain)) throw new FormatFault('has the wildcard *, which cannot be imported')
    return plain.replaceAll('\\*', '*')
  })
  return {
    fields: { type: 'SHORT_TEXT', accepted },
    notes: choices.map(({ feedback }) => readText(feedback)),
  }
}

function requireFullWeight(choices: Choice[]): void {
  if (choices.some(({ weight = 100 }) => weight !== 100))
    throw new FormatFault('has a partly right answer, and we grade answers as right or wrong')
}

function readMatch(choices: Choice[], readText: ReadText): Answers {
  requireFullWeight(choices)
  const rows = choices.map(({ text, feedback }) => {
    const [left, right = ''] = splitOnce(text, '->')
    return { left: readText(left), right: readText(right), feedback: readText(feedback) }
  })
  const pairs = rows.flatMap(({ left, right }) => (left === '' ? [] : [{ left, right }]))
  const distractors = rows.flatMap(({ left, right }) => (left === '' ? [right] : []))
  return { fields: { type: 'MATCH', pairs, distractors }, notes: rows.map(({ feedback }) => feedback) }
}

function readNumber(solution: string, readText: ReadText): Answers {
  const choices = /^[=~]/.test(solution) ? splitChoices(solution) : [readChoice(`=${solution}`)]
  requireFullWeight(choices.filter(({ isRight }) => isRight))
  const [right, ...others] = choices.filter(({ isRight, weight = 0 }) => isRight || weight > 0)
  if (!right || others.length > 0) throw new FormatFault('must have one right number')
  return {
    fields: { type: 'NUMBER', ...readRange(right.text) },
    notes: choices.map(({ feedback }) => readText(feedback)),
  }
}

function readRange(text: string): { value: number; tolerance: number } {
  const [low, high] = splitOnce(text, '..')
  if (high !== undefined) {
    const [from, to] = [toNumber(low), toNumber(high)]
    return { value: (from + to) / 2, tolerance: Math.abs(to - from) / 2 }
  }
  const [value, tolerance] = splitOnce(text, ':')
  return { value: toNumber(value), tolerance: tolerance === undefined ? 0 : toNumber(tolerance) }
}

function toNumber(text: string): number {
  if (!NUMBER.test(text.trim())) throw new FormatFault(`has "${restore(text.trim())}" where a number must be`)
  return Number(text)
}

/** Texts without a format may have HTML; a text without it is Markdown. */
function toMarkdown(text: string, formatOfQuestion: string): string {
  const own = FORMAT.exec(text.trim())
  const plain = restore(own ? text.trim().slice(own[0].length) : text).trim()
  const format = own?.[1] ?? formatOfQuestion
  return format === 'html' || (format === 'moodle' && looksLikeHtml(plain)) ? htmlToMarkdown(plain) : plain
}

function restore(text: string): string {
  return text.replace(STAND_INS, (standIn) => {
    const character = ESCAPED[standIn.charCodeAt(0) - FIRST_STAND_IN]!
    return character === 'n' ? '\n' : character
  })
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}
