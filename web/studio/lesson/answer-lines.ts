import { linesOf, type QuestionFields } from './question-fields.ts'

const right = (text: string) => `✓ ${text}`
const wrong = (text: string) => `– ${text}`

/** Accents do not matter unless it says so. */
const strictness = ({ ignoreAccents }: QuestionFields) => (ignoreAccents ? '' : ' (é ≠ e)')

/** The answers of a question in lines. Two questions of which the answers differ have different lines. */
export function answerLines(question: QuestionFields): string[] {
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return question.options.map(({ text, isRight, feedback }) =>
        [isRight ? right(text) : wrong(text), feedback].filter(Boolean).join(' · '),
      )
    case 'NUMBER': {
      const { value, unit, tolerance, toleranceType, otherUnits } = question
      const sign = toleranceType === 'RELATIVE' ? ' %' : ''
      return [
        right(`${value} ${unit} ± ${tolerance || 0}${sign}`),
        ...otherUnits.map((other) => `1 ${other.unit} = ${other.factor} ${unit}`),
      ]
    }
    case 'SHORT_TEXT':
      return linesOf(question.accepted).map((text) => right(text) + strictness(question))
    case 'ORDER':
      return question.items.map((item, index) => `${index + 1}. ${item}`)
    case 'MATCH':
      return [
        ...question.pairs.map((pair) => right(`${pair.left} → ${pair.right}`)),
        ...linesOf(question.distractors).map(wrong),
      ]
    case 'GAP':
      return [
        question.text,
        ...question.gaps.map(
          (gap, index) => `${index + 1}. ${linesOf(gap).join(', ')}${strictness(question)}`,
        ),
        ...(question.wordBank.trim() ? [`[ ${linesOf(question.wordBank).join(' · ')} ]`] : []),
      ]
  }
}
