import type { Api } from '../../../packages/client/src/lyceum.ts'
import { readNumber } from '../../ui/player/question/draft.ts'

export const QUESTION_TYPES = [
  'SINGLE_CHOICE',
  'MULTIPLE_CHOICE',
  'NUMBER',
  'SHORT_TEXT',
  'ORDER',
  'MATCH',
  'GAP',
] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

export interface OptionFields {
  text: string
  isRight: boolean
  feedback: string
}

/**
 * A question as its author types it. It has the fields of all types, so that a change of the type loses nothing. Lists of short
 * texts are one text with a line for each.
 */
export interface QuestionFields {
  type: QuestionType
  prompt: string
  explanation: string
  hint: string
  difficulty: 'EASY' | 'MEDIUM' | 'HARD'
  skill: string | null
  options: OptionFields[]
  value: string
  tolerance: string
  toleranceType: 'ABSOLUTE' | 'RELATIVE'
  unit: string
  otherUnits: { unit: string; factor: string }[]
  accepted: string
  ignoreAccents: boolean
  items: string[]
  pairs: { left: string; right: string }[]
  distractors: string
  text: string
  gaps: string[]
  wordBank: string
}

const EMPTY_OPTION: OptionFields = { text: '', isRight: false, feedback: '' }

/** The fields of a stored question, or of a new one. */
export function questionFieldsOf(question: Api.EditedQuestion | undefined): QuestionFields {
  const { type = 'SINGLE_CHOICE', prompt = '', explanation = '', hint } = question ?? {}
  return {
    type,
    prompt,
    explanation,
    hint: hint ?? '',
    difficulty: question?.difficulty ?? 'MEDIUM',
    skill: question?.skill ?? null,
    options: [{ ...EMPTY_OPTION, isRight: true }, EMPTY_OPTION],
    value: '',
    tolerance: '',
    toleranceType: 'ABSOLUTE',
    unit: '',
    otherUnits: [],
    accepted: '',
    ignoreAccents: true,
    items: ['', '', ''],
    pairs: [
      { left: '', right: '' },
      { left: '', right: '' },
    ],
    distractors: '',
    text: '',
    gaps: [],
    wordBank: '',
    ...(question ? contentFieldsOf(question) : {}),
  }
}

function contentFieldsOf(question: Api.EditedQuestion): Partial<QuestionFields> {
  const feedback = (index: number) => question.optionFeedback?.[index] ?? ''
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return {
        options: question.options.map((text, index) => ({
          text,
          isRight: index === question.correctIndex,
          feedback: feedback(index),
        })),
      }
    case 'MULTIPLE_CHOICE':
      return {
        options: question.options.map((text, index) => ({
          text,
          isRight: question.correctIndexes.includes(index),
          feedback: feedback(index),
        })),
      }
    case 'NUMBER': {
      const { value, tolerance = 0, toleranceType = 'ABSOLUTE', unit, otherUnits = [] } = question
      return {
        value: String(value),
        // A share is typed in per cent.
        tolerance:
          tolerance === 0 ? '' : String(toleranceType === 'RELATIVE' ? rounded(tolerance * 100) : tolerance),
        toleranceType,
        unit: unit ?? '',
        otherUnits: otherUnits.map((other) => ({ unit: other.unit, factor: String(other.factor) })),
      }
    }
    case 'SHORT_TEXT':
      return { accepted: question.accepted.join('\n'), ignoreAccents: question.ignoreAccents ?? true }
    case 'ORDER':
      return { items: question.items }
    case 'MATCH':
      return { pairs: question.pairs, distractors: (question.distractors ?? []).join('\n') }
    case 'GAP':
      return {
        text: question.text,
        gaps: question.gaps.map(({ accepted }) => accepted.join('\n')),
        wordBank: (question.wordBank ?? []).join('\n'),
        ignoreAccents: question.ignoreAccents ?? true,
      }
  }
}

const rounded = (number: number): number => Number(number.toPrecision(12))

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** A number as the author types it in the language of the page. */
export const numberOf = (text: string): number | undefined =>
  readNumber(text.trim(), globalThis.document?.documentElement.lang || 'en')

const GAP_MARK = /\{\{(\d{1,2})\}\}/g

/** The numbers of the gaps in the text, in their order. */
export const gapsIn = (text: string): number[] =>
  [...text.matchAll(GAP_MARK)].map(([, number]) => Number(number))

/** The request body of a question. Only that of a complete question is sent. */
export function questionBody(question: QuestionFields): Api.QuizDraft {
  const { prompt, explanation, hint, difficulty, skill, type } = question
  const options = question.options.map(({ text }) => text.trim())
  const optionFeedback = question.options.some(({ feedback }) => feedback.trim())
    ? question.options.map(({ feedback }) => feedback.trim())
    : null
  const rightIndexes = question.options.flatMap(({ isRight }, index) => (isRight ? [index] : []))
  const common = {
    prompt: prompt.trim(),
    explanation: explanation.trim(),
    hint: hint.trim() || null,
    difficulty,
    skill,
  }
  switch (type) {
    case 'SINGLE_CHOICE':
      return { ...common, type, optionFeedback, options, correctIndex: rightIndexes[0] ?? 0 }
    case 'MULTIPLE_CHOICE':
      return { ...common, type, optionFeedback, options, correctIndexes: rightIndexes }
    case 'NUMBER': {
      const tolerance = numberOf(question.tolerance) ?? 0
      const isShare = question.toleranceType === 'RELATIVE'
      return {
        ...common,
        type,
        value: numberOf(question.value) ?? 0,
        tolerance: isShare ? rounded(tolerance / 100) : tolerance,
        toleranceType: question.toleranceType,
        unit: question.unit.trim() || null,
        otherUnits: question.otherUnits.map(({ unit, factor }) => ({
          unit: unit.trim(),
          factor: numberOf(factor) ?? 0,
        })),
      }
    }
    case 'SHORT_TEXT':
      return { ...common, type, accepted: linesOf(question.accepted), ignoreAccents: question.ignoreAccents }
    case 'ORDER':
      return { ...common, type, items: question.items.map((item) => item.trim()) }
    case 'MATCH':
      return {
        ...common,
        type,
        pairs: question.pairs.map(({ left, right }) => ({ left: left.trim(), right: right.trim() })),
        distractors: linesOf(question.distractors),
      }
    case 'GAP': {
      const wordBank = linesOf(question.wordBank)
      return {
        ...common,
        type,
        text: question.text.trim(),
        gaps: gapsIn(question.text).map((_, index) => ({ accepted: linesOf(question.gaps[index] ?? '') })),
        wordBank: wordBank.length > 0 ? wordBank : null,
        ignoreAccents: question.ignoreAccents,
      }
    }
  }
}
