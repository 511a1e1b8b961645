import { z } from '../../../platform/zod.ts'
import type { Answer } from './answer.ts'
import { isAccepted } from './grade-answer.ts'
import { itemOrder, matchOrder, optionOrder } from './present-question.ts'
import { type QuestionType, TYPE_NAMES } from './question-content.ts'
import { invertOrder } from './shuffle.ts'
import type { StoredQuestion } from './stored-question.ts'

const shared = { explanation: z.string(), explanationHtml: z.string() }
const accepted = z.array(z.string()).openapi({ description: 'Every accepted text' })

const ofType = <const Type extends QuestionType, Own extends z.ZodRawShape>(type: Type, own: Own) =>
  z.object({ ...shared, type: z.literal(type), ...own }).openapi(`${TYPE_NAMES[type]}Solution`)

/** A right answer in the form in which a client sends it, with what else is accepted. */
export const SolutionSchema = z
  .discriminatedUnion('type', [
    ofType('SINGLE_CHOICE', { selectedOption: z.int() }),
    ofType('MULTIPLE_CHOICE', { selectedOptions: z.array(z.int()) }),
    ofType('NUMBER', {
      value: z.number(),
      unit: z.string().nullable(),
      tolerance: z.number(),
      toleranceType: z.enum(['ABSOLUTE', 'RELATIVE']),
    }),
    ofType('SHORT_TEXT', { text: z.string(), accepted }),
    ofType('ORDER', { order: z.array(z.int()) }),
    ofType('MATCH', { matches: z.array(z.int()) }),
    ofType('GAP', { gaps: z.array(z.string()), accepted: z.array(accepted) }),
  ])
  .openapi('Solution')
export type QuestionSolution = z.output<typeof SolutionSchema>

export const SOLUTION_EXAMPLE = {
  type: 'SINGLE_CHOICE',
  selectedOption: 1,
  explanation: 'It holds the hash of the previous block.',
  explanationHtml: '<p>It holds the hash of the previous block.</p>',
} as const

/** The solution of a question that was presented with this seed. The caller decides when a client may see it. */
export function solutionOf(question: StoredQuestion, seed: string): QuestionSolution {
  const common = { explanation: question.explanation, explanationHtml: question.html.explanation }
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return {
        ...common,
        type: question.type,
        selectedOption: optionOrder(question, seed).indexOf(question.correctIndex),
      }
    case 'MULTIPLE_CHOICE': {
      const shown = invertOrder(optionOrder(question, seed))
      const selectedOptions = question.correctIndexes.map((index) => shown[index]!)
      return { ...common, type: question.type, selectedOptions: selectedOptions.sort((a, b) => a - b) }
    }
    case 'NUMBER': {
      const { type, value, unit, tolerance, toleranceType } = question
      return { ...common, type, value, unit, tolerance, toleranceType }
    }
    case 'SHORT_TEXT':
      return { ...common, type: question.type, text: question.accepted[0]!, accepted: question.accepted }
    case 'ORDER':
      return { ...common, type: question.type, order: invertOrder(itemOrder(question, seed)) }
    case 'MATCH': {
      const { left, right } = matchOrder(question, seed)
      const shown = invertOrder(right)
      return { ...common, type: question.type, matches: left.map((index) => shown[index]!) }
    }
    case 'GAP':
      return {
        ...common,
        type: question.type,
        gaps: question.gaps.map((gap) => rightWord(question, gap.accepted)),
        accepted: question.gaps.map((gap) => gap.accepted),
      }
  }
}

/** A learner with a word bank cannot give another word than one of the bank. */
function rightWord(
  { wordBank, ignoreAccents }: { wordBank: string[] | null; ignoreAccents: boolean },
  variants: string[],
): string {
  return wordBank?.find((word) => isAccepted(word, variants, ignoreAccents)) ?? variants[0]!
}

/** The right answer as a client sends it. */
export function answerOf(solution: QuestionSolution): Answer {
  switch (solution.type) {
    case 'SINGLE_CHOICE':
      return { selectedOption: solution.selectedOption }
    case 'MULTIPLE_CHOICE':
      return { selectedOptions: solution.selectedOptions }
    case 'NUMBER':
      return { value: solution.value, ...(solution.unit === null ? {} : { unit: solution.unit }) }
    case 'SHORT_TEXT':
      return { text: solution.text }
    case 'ORDER':
      return { order: solution.order }
    case 'MATCH':
      return { matches: solution.matches }
    case 'GAP':
      return { gaps: solution.gaps }
  }
}
