import { commonErrors } from '../../../platform/errors.ts'
import { z } from '../../../platform/zod.ts'
import { type Answer, findAnswerErrors } from './answer.ts'
import { normalizeText } from './normalize-text.ts'
import { itemOrder, matchOrder, optionOrder } from './present-question.ts'
import type { ContentOf } from './question-content.ts'
import type { StoredQuestion } from './stored-question.ts'

export const GradeSchema = z
  .object({
    isCorrect: z.boolean(),
    feedback: z.string().nullable().openapi({ description: 'Markdown about the selected options' }),
    feedbackHtml: z.string().nullable(),
    parts: z.array(z.boolean()).nullable().openapi({
      description: 'ORDER, MATCH, GAP: which parts of the answer are right. Null for other types.',
    }),
  })
  .openapi('Grade')
export type AnswerGrade = z.output<typeof GradeSchema>

/** Grades an answer to a question that was presented with this seed. Throws VALIDATION_FAILED for an impossible answer. */
export function gradeAnswer(question: StoredQuestion, seed: string, answer: Answer): AnswerGrade {
  const errors = findAnswerErrors(question, answer)
  if (errors.length > 0) throw commonErrors.validation_failed({ details: errors })
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return gradeStoredOption(question, optionOrder(question, seed)[answer.selectedOption!]!)
    case 'MULTIPLE_CHOICE': {
      const order = optionOrder(question, seed)
      const chosen = answer.selectedOptions!.map((index) => order[index]!).sort((one, other) => one - other)
      const correct = question.correctIndexes.toSorted((one, other) => one - other)
      return { isCorrect: chosen.join() === correct.join(), ...feedbackOn(question, chosen), parts: null }
    }
    case 'NUMBER':
      return { isCorrect: isWithinTolerance(question, answer), ...NO_FEEDBACK, parts: null }
    case 'SHORT_TEXT':
      return {
        isCorrect: isAccepted(answer.text!, question.accepted, question.ignoreAccents),
        ...NO_FEEDBACK,
        parts: null,
      }
    case 'ORDER': {
      const order = itemOrder(question, seed)
      return gradeParts(answer.order!.map((shown, position) => order[shown] === position))
    }
    case 'MATCH': {
      const { left, right } = matchOrder(question, seed)
      return gradeParts(answer.matches!.map((shown, index) => right[shown] === left[index]))
    }
    case 'GAP':
      return gradeParts(
        answer.gaps!.map((text, index) =>
          isAccepted(text, question.gaps[index]!.accepted, question.ignoreAccents),
        ),
      )
  }
}

/** Grades an option of a single-choice question that was shown with its options in the stored order. */
export function gradeStoredOption(
  question: Extract<StoredQuestion, { type: 'SINGLE_CHOICE' }>,
  selectedOption: number,
): AnswerGrade {
  const isCorrect = selectedOption === question.correctIndex
  return { isCorrect, ...feedbackOn(question, [selectedOption]), parts: null }
}

const NO_FEEDBACK = { feedback: null, feedbackHtml: null }

function gradeParts(parts: boolean[]): AnswerGrade {
  return { isCorrect: parts.every(Boolean), ...NO_FEEDBACK, parts }
}

/** The feedback on the selected options, in the stored order. */
function feedbackOn({ optionFeedback, html }: StoredQuestion, chosen: number[]) {
  const join = (texts: string[] | null, separator: string) =>
    chosen
      .map((index) => texts?.[index] ?? '')
      .filter(Boolean)
      .join(separator) || null
  return { feedback: join(optionFeedback, '\n\n'), feedbackHtml: join(html.optionFeedback, '') }
}

/** Binary fractions are inexact: 0.4 - 0.3 is more than 0.1. The comparison allows for the last digits. */
function isWithinTolerance(question: ContentOf<'NUMBER'>, answer: Answer): boolean {
  const { value, tolerance, toleranceType, otherUnits } = question
  const factor = otherUnits.find(({ unit }) => unit === answer.unit)?.factor ?? 1
  const given = answer.value! * factor
  const allowed = toleranceType === 'RELATIVE' ? Math.abs(value) * tolerance : tolerance
  const inexactness = 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(allowed))
  return Math.abs(given - value) <= allowed + inexactness
}

export function isAccepted(text: string, accepted: string[], areAccentsIgnored: boolean): boolean {
  const given = normalizeText(text, areAccentsIgnored)
  return accepted.some((variant) => normalizeText(variant, areAccentsIgnored) === given)
}
