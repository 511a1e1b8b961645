import { type BankQuestion, findExtras } from './extras.ts'
import { printCloze } from './moodle-cloze.ts'
import { parseMoodleXml } from './moodle-parse.ts'
import { FormatFault, type RawQuestion, type SkippedQuestion } from './question-file.ts'

const TYPES: Record<BankQuestion['type'], string> = {
  SINGLE_CHOICE: 'multichoice',
  MULTIPLE_CHOICE: 'multichoice',
  NUMBER: 'numerical',
  SHORT_TEXT: 'shortanswer',
  ORDER: 'ordering',
  MATCH: 'matching',
  GAP: 'cloze',
}
const NAME_LENGTH = 60

/** Writes questions as Moodle XML. What the format cannot express is named in a comment at the end. */
export function printMoodleXml(questions: readonly BankQuestion[]): {
  text: string
  skipped: SkippedQuestion[]
} {
  const skipped: SkippedQuestion[] = []
  const blocks = questions.flatMap((question) => {
    const extras = findExtras(question, reread(question))
    if (extras) return [questionElement(question, extras)]
    skipped.push({ prompt: question.prompt, reason: 'Moodle XML cannot express one of its texts' })
    return []
  })
  const comments = skipped.map(({ prompt, reason }) => {
    const excerpt = `${prompt.slice(0, 80)} (${reason})`.replace(/\s+/g, ' ').replaceAll('--', '- -')
    return `<!-- Not in this file: ${excerpt} -->\n`
  })
  return { text: documentOf([...blocks, ...comments]), skipped }
}

function documentOf(blocks: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${blocks.join('')}</quiz>\n`
}

function reread(question: BankQuestion) {
  try {
    return parseMoodleXml(documentOf([questionElement(question, {})])).questions[0]?.draft
  } catch (error) {
    if (error instanceof FormatFault) return undefined
    throw error
  }
}

function questionElement(question: BankQuestion, extras: RawQuestion): string {
  const { type, prompt, explanation, hint, tags } = question
  const text = type === 'GAP' ? `${prompt}\n\n${printCloze(question)}` : prompt
  return [
    `<question type="${TYPES[type]}">`,
    `<name>${plain(prompt.replace(/\s+/g, ' ').slice(0, NAME_LENGTH))}</name>`,
    `<questiontext format="markdown">${plain(text)}</questiontext>`,
    `<generalfeedback format="markdown">${plain(explanation)}</generalfeedback>`,
    ...answerElements(question),
    ...(hint === null ? [] : [`<hint format="markdown">${plain(hint)}</hint>`]),
    ...(tags.length > 0 ? [`<tags>${tags.map((tag) => `<tag>${plain(tag)}</tag>`).join('')}</tags>`] : []),
    ...(Object.keys(extras).length > 0 ? [`<lyceum>${cdata(JSON.stringify(extras))}</lyceum>`] : []),
    '</question>\n',
  ].join('\n')
}

function answerElements(question: BankQuestion): string[] {
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return [
        '<single>true</single>',
        ...optionElements(question, (index) => (index === question.correctIndex ? 100 : 0)),
      ]
    case 'MULTIPLE_CHOICE': {
      const points = Number((100 / question.correctIndexes.length).toFixed(5))
      const isRight = (index: number) => question.correctIndexes.includes(index)
      return [
        '<single>false</single>',
        ...optionElements(question, (index) => (isRight(index) ? points : -100)),
      ]
    }
    case 'NUMBER': {
      const { value, tolerance, toleranceType, unit, otherUnits } = question
      const absolute = toleranceType === 'RELATIVE' ? Math.abs(value) * tolerance : tolerance
      const units = unit === null ? [] : [{ unit, factor: 1 }, ...otherUnits]
      return [
        `<answer fraction="100" format="plain_text">${plain(String(value))}<tolerance>${absolute}</tolerance></answer>`,
        ...(units.length > 0 ? [`<units>${units.map(unitElement).join('')}</units>`] : []),
      ]
    }
    case 'SHORT_TEXT':
      return [
        '<usecase>0</usecase>',
        ...question.accepted.map(
          (text) =>
            `<answer fraction="100" format="plain_text">${plain(text.replaceAll('*', '\\*'))}</answer>`,
        ),
      ]
    case 'ORDER':
      return [
        '<layouttype>VERTICAL</layouttype>',
        '<selecttype>ALL</selecttype>',
        ...question.items.map((item) => `<answer fraction="100" format="markdown">${plain(item)}</answer>`),
      ]
    case 'MATCH':
      return [...question.pairs, ...question.distractors.map((right) => ({ left: '', right }))].map(
        ({ left, right }) =>
          `<subquestion format="markdown">${plain(left)}<answer>${plain(right)}</answer></subquestion>`,
      )
    case 'GAP':
      return []
  }
}

function optionElements(
  { options, optionFeedback }: Extract<BankQuestion, { options: string[] }>,
  pointsOf: (index: number) => number,
): string[] {
  return options.map((option, index) => {
    const feedback = optionFeedback?.[index] ?? ''
    const element = feedback === '' ? '' : `<feedback format="markdown">${plain(feedback)}</feedback>`
    return `<answer fraction="${pointsOf(index)}" format="markdown">${plain(option)}${element}</answer>`
  })
}

function unitElement({ unit, factor }: { unit: string; factor: number }): string {
  return `<unit><multiplier>${1 / factor}</multiplier><unit_name>${cdata(unit)}</unit_name></unit>`
}

function plain(text: string): string {
  return `<text>${cdata(text)}</text>`
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
