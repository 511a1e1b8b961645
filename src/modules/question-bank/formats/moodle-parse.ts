import { readExtras } from './extras.ts'
import { htmlToMarkdown, looksLikeHtml } from './html-to-markdown.ts'
import { type ClozeText, readCloze } from './moodle-cloze.ts'
import {
  type Collector,
  createCollector,
  type FileDefaults,
  FormatFault,
  normalizeLines,
  type ParsedFile,
  type RawQuestion,
} from './question-file.ts'
import {
  childOf,
  childrenOf,
  createLineCounter,
  readElement,
  refuseDeclarations,
  type XmlElement,
} from './xml.ts'

/** The XML format of Moodle. Each question is read on its own, so that a fault in one leaves the others. */
export function parseMoodleXml(text: string, defaults: FileDefaults = {}): ParsedFile {
  const source = normalizeLines(text)
  const collector = createCollector(defaults)
  const quiz = source.search(/<quiz[\s>]/)
  refuseDeclarations(quiz < 0 ? source.slice(0, 10_000) : source.slice(0, quiz))
  if (quiz < 0) throw new FormatFault('The file is not Moodle XML: it has no element <quiz>.', 1)
  const lineOf = createLineCounter(source)
  const start = /<!--|<question[\s>]/g
  start.lastIndex = quiz
  let category: string | undefined
  for (let found = start.exec(source); found && collector.isOpen; found = start.exec(source)) {
    if (found[0] === '<!--') {
      const end = source.indexOf('-->', found.index)
      start.lastIndex = end < 0 ? source.length : end
      continue
    }
    const line = lineOf(found.index)
    const excerpt = source.slice(found.index, found.index + 400).replace(/<[^>]*>|<!\[CDATA\[|\]\]>/g, ' ')
    try {
      const { element, end } = readElement(source, found.index, lineOf)
      start.lastIndex = end
      if (element.attributes['type'] === 'category') category = readCategory(element)
      else collector.add(line, excerpt, () => readQuestion(element, category, collector))
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error
      collector.report(error.line ?? line, error.message, excerpt)
    }
  }
  return collector.result()
}

function readCategory(element: XmlElement): string | undefined {
  return textOf(childOf(element, 'category')).split('/').at(-1)?.trim() || undefined
}

function readQuestion(element: XmlElement, category: string | undefined, collector: Collector): RawQuestion {
  collector.ignore('names of questions, grades and penalties')
  for (const name of ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'])
    if (textOf(childOf(element, name)).trim() !== '')
      collector.ignore('feedback for right and wrong answers as such')
  const hints = childrenOf(element, 'hint')
    .map(markdownOf)
    .filter((hint) => hint !== '')
  const tags = childrenOf(childOf(element, 'tags'), 'tag').map((tag) => textOf(tag).trim())
  const extras = childOf(element, 'lyceum')
  const { notes = [], ...fields } = readType(element, collector)
  const explanation = [markdownOf(childOf(element, 'generalfeedback')), ...notes].filter(
    (note) => note !== '',
  )
  return {
    prompt: markdownOf(childOf(element, 'questiontext')),
    ...fields,
    explanation: explanation.join('\n\n'),
    hint: hints.length > 0 ? hints.join('\n\n') : null,
    ...(extras ? readExtras(extras.text) : {}),
    tags: category === undefined ? tags : [category, ...tags],
  }
}

const MAX_CHILDREN = 500

type Fields = RawQuestion & { notes?: string[] }

function readType(element: XmlElement, collector: Collector): Fields {
  if (element.children.length > MAX_CHILDREN) throw new FormatFault('has too many answers')
  const answers = childrenOf(element, 'answer')
  switch (element.attributes['type']) {
    case 'multichoice':
      return readChoices(element, answers)
    case 'truefalse':
      return readChoices(element, answers, (text) => (/^true$/i.test(text) ? 'True' : 'False'))
    case 'shortanswer':
      return readShortText(element, answers, collector)
    case 'numerical':
      return readNumber(element, answers)
    case 'matching':
      return readMatch(element)
    case 'ordering':
      return { type: 'ORDER', items: answers.map(markdownOf) }
    case 'cloze':
      return readGaps(element)
    default:
      throw new FormatFault(`is of the type "${element.attributes['type'] ?? ''}", which cannot be imported`)
  }
}

function readChoices(element: XmlElement, answers: XmlElement[], name = (text: string) => text): Fields {
  const options = answers.map((answer) => name(markdownOf(answer)))
  const feedback = answers.map((answer) => markdownOf(childOf(answer, 'feedback')))
  const optionFeedback = feedback.some((text) => text !== '') ? feedback : null
  const points = answers.map(fractionOf)
  const right = points.flatMap((fraction, index) => (fraction > 0 ? [index] : []))
  if (right.length === 0) throw new FormatFault('has no right option')
  const isSingle = !/^(false|0)$/i.test(textOf(childOf(element, 'single'), 'true').trim())
  if (!isSingle) return { type: 'MULTIPLE_CHOICE', options, correctIndexes: right, optionFeedback }
  if (right.length > 1)
    throw new FormatFault(
      'has several options with points of which one is enough, and we grade right or wrong',
    )
  return { type: 'SINGLE_CHOICE', options, correctIndex: right[0], optionFeedback }
}

function readShortText(element: XmlElement, answers: XmlElement[], collector: Collector): Fields {
  if (textOf(childOf(element, 'usecase')).trim() === '1')
    collector.ignore('upper and lower case of short answers')
  const right = requireFullPoints(answers)
  const accepted = right.map((answer) => {
    const text = textOf(answer).trim()
    if (/(?<!\\)\*/.test(text)) throw new FormatFault('has the wildcard *, which cannot be imported')
    return text.replaceAll('\\*', '*')
  })
  return { type: 'SHORT_TEXT', accepted, notes: feedbackOf(right) }
}

/** The answers with all points. Answers without points are wrong ones with feedback. */
function requireFullPoints(answers: XmlElement[]): XmlElement[] {
  const right = answers.filter((answer) => fractionOf(answer) > 0)
  if (right.some((answer) => fractionOf(answer) < 100))
    throw new FormatFault('has a partly right answer, and we grade answers as right or wrong')
  return right
}

function feedbackOf(answers: XmlElement[]): string[] {
  return answers.map((answer) => markdownOf(childOf(answer, 'feedback')))
}

function readNumber(element: XmlElement, answers: XmlElement[]): Fields {
  const [right, ...others] = requireFullPoints(answers)
  if (!right || others.length > 0) throw new FormatFault('must have one right number')
  const units = childrenOf(childOf(element, 'units'), 'unit').map((unit) => ({
    unit: (childOf(unit, 'unit_name')?.text ?? '').trim(),
    factor: 1 / numberOf(childOf(unit, 'multiplier')?.text ?? '1'),
  }))
  const own = units.find(({ factor }) => factor === 1)
  return {
    type: 'NUMBER',
    value: numberOf(textOf(right)),
    tolerance: numberOf(childOf(right, 'tolerance')?.text ?? '0'),
    unit: own?.unit ?? null,
    otherUnits: units.filter((unit) => unit !== own),
    notes: feedbackOf([right]),
  }
}

function numberOf(text: string): number {
  const value = Number(text.trim())
  if (text.trim() === '' || !Number.isFinite(value))
    throw new FormatFault(`has "${text.trim()}" where a number must be`)
  return value
}

function readMatch(element: XmlElement): Fields {
  const rows = childrenOf(element, 'subquestion').map((row) => ({
    left: markdownOf(row),
    right: toMarkdown(
      textOf(childOf(row, 'answer')),
      row.attributes['format'] === 'markdown' ? 'markdown' : '',
    ),
  }))
  return {
    type: 'MATCH',
    pairs: rows.filter(({ left }) => left !== ''),
    distractors: rows.flatMap(({ left, right }) => (left === '' ? [right] : [])),
  }
}

/** A first paragraph without gaps is the prompt. */
function readGaps(element: XmlElement): Fields {
  const { text, gaps }: ClozeText = readCloze(markdownOf(childOf(element, 'questiontext')))
  const end = text.indexOf('\n\n')
  const first = end < 0 ? text : text.slice(0, end)
  const hasPrompt = end >= 0 && !/\{\{\d+\}\}/.test(first)
  return {
    type: 'GAP',
    prompt: hasPrompt ? first : 'Fill in the gaps.',
    text: hasPrompt ? text.slice(end + 2) : text,
    gaps,
  }
}

function fractionOf(answer: XmlElement): number {
  return numberOf(answer.attributes['fraction'] ?? '0')
}

/** The text of an element with a child `text`. */
function textOf(element: XmlElement | undefined, otherwise = ''): string {
  if (!element) return otherwise
  return childOf(element, 'text')?.text ?? element.text
}

function markdownOf(element: XmlElement | undefined): string {
  if (!element) return ''
  if (childOf(element, 'file'))
    throw new FormatFault('has a file, such as a picture, which cannot be imported')
  return toMarkdown(textOf(element), element.attributes['format'] ?? '')
}

function toMarkdown(text: string, format: string): string {
  const isHtml =
    format === 'html' || (format !== 'markdown' && format !== 'plain_text' && looksLikeHtml(text))
  return isHtml ? htmlToMarkdown(text) : text.trim()
}
