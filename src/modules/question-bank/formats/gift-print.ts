import { type BankQuestion, findExtras } from './extras.ts'
import { parseGift } from './gift-parse.ts'
import type { RawQuestion, SkippedQuestion } from './question-file.ts'

/** Writes questions as GIFT. What GIFT cannot express is named in a comment at the end. */
export function printGift(questions: readonly BankQuestion[]): { text: string; skipped: SkippedQuestion[] } {
  const skipped: SkippedQuestion[] = []
  const blocks = questions.flatMap((question) => {
    const { prompt } = question
    const body = bodyOf(question)
    if (body === undefined) {
      skipped.push({ prompt, reason: `GIFT has no questions of the type ${question.type}` })
      return []
    }
    const plain = blockOf(question, body, {})
    const extras = findExtras(question, parseGift(plain).questions[0]?.draft)
    if (extras) return [blockOf(question, body, extras)]
    skipped.push({ prompt, reason: 'GIFT cannot express one of its texts' })
    return []
  })
  const comments = skipped.map(
    ({ prompt, reason }) => `// Not in this file: ${prompt.replace(/\s+/g, ' ').slice(0, 80)} (${reason})\n`,
  )
  return { text: [...blocks, ...(comments.length > 0 ? [comments.join('')] : [])].join('\n'), skipped }
}

function blockOf({ prompt, explanation, tags }: BankQuestion, body: string[], extras: RawQuestion): string {
  const lines = [
    ...(tags.length > 0 ? [`// ${tags.map((tag) => `[tag:${tag}]`).join(' ')}`] : []),
    ...(Object.keys(extras).length > 0 ? [`// [lyceum:${JSON.stringify(extras)}]`] : []),
    `[markdown]${escapeGift(prompt)} {${body[0]!.startsWith('#') ? body[0] : ''}`,
    ...(body[0]!.startsWith('#') ? [] : body.map((line) => `\t${line}`)),
    ...(explanation === '' ? [] : [`\t####${withFormat(explanation)}`]),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** The lines of the answers; undefined for a type that GIFT does not have. */
function bodyOf(question: BankQuestion): string[] | undefined {
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return question.options.map((option, index) =>
        choiceOf(index === question.correctIndex ? '=' : '~', option, question.optionFeedback?.[index]),
      )
    case 'MULTIPLE_CHOICE': {
      const weight = Number((100 / question.correctIndexes.length).toFixed(5))
      return question.options.map((option, index) => {
        const sign = question.correctIndexes.includes(index) ? `~%${weight}%` : '~%-100%'
        return choiceOf(sign, option, question.optionFeedback?.[index])
      })
    }
    case 'NUMBER': {
      const { value, tolerance, toleranceType } = question
      return [`#${value}:${toleranceType === 'RELATIVE' ? Math.abs(value) * tolerance : tolerance}`]
    }
    case 'SHORT_TEXT':
      return question.accepted.map((text) => `=${escapeGift(text.replaceAll('*', '\\*'))}`)
    case 'MATCH':
      return [
        ...question.pairs.map(({ left, right }) => `=${withFormat(left)} -> ${withFormat(right)}`),
        ...question.distractors.map((right) => `= -> ${withFormat(right)}`),
      ]
    default:
      return undefined
  }
}

function choiceOf(sign: string, option: string, feedback = ''): string {
  return `${sign}${withFormat(option)}${feedback === '' ? '' : `#${withFormat(feedback)}`}`
}

/** A text that begins with a bracket or a percent sign could be read as a format or a weight. */
function withFormat(text: string): string {
  return `${/^[[%]/.test(text) ? '[markdown]' : ''}${escapeGift(text)}`
}

function escapeGift(text: string): string {
  return text.replace(/[~=#{}:\\]/g, '\\$&').replaceAll('\n', '\\n')
}
