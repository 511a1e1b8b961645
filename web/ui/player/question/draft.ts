import type { Api } from '../../../../packages/client/src/lyceum.ts'

export type Question = Api.PresentedQuestion

/** An answer that is not sent yet. Each question type uses some of the fields. */
export interface Draft {
  /** The selected options. */
  selected: readonly number[]
  /** The typed number or text. */
  text: string
  unit: string
  /** The items in the order of the learner. */
  order: readonly number[]
  /** For each left side its right side. */
  matches: readonly (number | undefined)[]
  gaps: readonly string[]
}

export function startDraft(question: Question): Draft {
  return {
    selected: [],
    text: '',
    unit: question.type === 'NUMBER' ? (question.units[0] ?? '') : '',
    order: question.type === 'ORDER' ? question.items.map((_, index) => index) : [],
    matches: question.type === 'MATCH' ? question.left.map(() => undefined) : [],
    gaps: question.type === 'GAP' ? Array.from({ length: question.gapCount }, () => '') : [],
  }
}

/** The draft of a saved answer. */
export function draftOf(question: Question, answer: Api.Answer): Draft {
  const { selectedOption, selectedOptions, value, unit, text, order, matches, gaps } = answer
  const draft = startDraft(question)
  return {
    selected: selectedOption === undefined ? (selectedOptions ?? []) : [selectedOption],
    text: value === undefined ? (text ?? '') : String(value),
    unit: unit ?? draft.unit,
    order: order ?? draft.order,
    matches: matches ?? draft.matches,
    gaps: gaps ?? draft.gaps,
  }
}

/** The answer as the service expects it; undefined while it is not complete. */
export function answerOf(question: Question, draft: Draft, locale = 'en'): Api.Answer | undefined {
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return draft.selected.length === 1 ? { selectedOption: draft.selected[0]! } : undefined
    case 'MULTIPLE_CHOICE':
      return draft.selected.length > 0 ? { selectedOptions: [...draft.selected] } : undefined
    case 'NUMBER': {
      const value = readNumber(draft.text, locale)
      return value === undefined ? undefined : { value, ...(draft.unit ? { unit: draft.unit } : {}) }
    }
    case 'SHORT_TEXT':
      return draft.text.trim() ? { text: draft.text.trim() } : undefined
    case 'ORDER':
      return { order: [...draft.order] }
    case 'MATCH': {
      const matches = draft.matches.filter((right) => right !== undefined)
      return matches.length === draft.matches.length ? { matches } : undefined
    }
    case 'GAP':
      return draft.gaps.every((gap) => gap.trim()) ? { gaps: draft.gaps.map((gap) => gap.trim()) } : undefined
  }
}

/**
 * Reads a number as people type it in this language: 1,100 is a thousand and more where the decimal sign is a point.
 * Where the other sign cannot group digits, it is the decimal sign as well: 1,5 is 1.5 everywhere.
 */
export function readNumber(text: string, locale: string): number | undefined {
  const plain = westernDigits(text).replace(/[\s\u00a0\u202f'’_]/g, '')
  const grouped = usesDecimalComma(locale)
    ? /^[-+−]?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain) && plain.replaceAll('.', '')
    : /^[-+−]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(plain) && plain.replaceAll(',', '')
  const number = (grouped || plain).replace(',', '.').replace('−', '-')
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(number)) return undefined
  const value = Number(number)
  return Number.isFinite(value) ? value : undefined
}

function usesDecimalComma(locale: string): boolean {
  return new Intl.NumberFormat(locale).formatToParts(0.5).some(({ value }) => value === ',')
}

/** Keyboards of Arabic type Arabic digits and signs. */
function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => `${digit.charCodeAt(0) - 0x660}`)
    .replace(/[۰-۹]/g, (digit) => `${digit.charCodeAt(0) - 0x6f0}`)
    .replace('٫', '.')
    .replaceAll('٬', '')
}

/** The draft after the key 1 to 8: an option, or the next word or right side. */
export function chooseNth(question: Question, draft: Draft, index: number): Draft {
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return index < question.options.length ? { ...draft, selected: [index] } : draft
    case 'MULTIPLE_CHOICE':
      return index < question.options.length ? toggle(draft, index) : draft
    case 'MATCH':
      return index < question.right.length && !draft.matches.includes(index)
        ? fillMatch(draft, draft.matches.indexOf(undefined), index)
        : draft
    case 'GAP':
      return question.wordBank?.[index] === undefined
        ? draft
        : fillGap(draft, draft.gaps.indexOf(''), question.wordBank[index])
    default:
      return draft
  }
}

function toggle(draft: Draft, index: number): Draft {
  const { selected } = draft
  return {
    ...draft,
    selected: selected.includes(index) ? selected.filter((each) => each !== index) : [...selected, index],
  }
}

/** Nothing is filled at position -1. */
export function fillMatch(draft: Draft, at: number, right: number | undefined): Draft {
  return { ...draft, matches: draft.matches.map((each, index) => (index === at ? right : each)) }
}

export function fillGap(draft: Draft, at: number, word: string): Draft {
  return { ...draft, gaps: draft.gaps.map((each, index) => (index === at ? word : each)) }
}

/** Moves an item of an ORDER question to another position. */
export function moveItem(draft: Draft, from: number, to: number): Draft {
  if (to < 0 || to >= draft.order.length || from === to) return draft
  const order = draft.order.toSpliced(from, 1)
  return { ...draft, order: order.toSpliced(to, 0, draft.order[from]!) }
}

/** Which parts of an ORDER, MATCH or GAP answer are right. */
export function rightParts(draft: Draft, solution: Api.Solution): boolean[] {
  switch (solution.type) {
    case 'ORDER':
      return solution.order.map((item, index) => draft.order[index] === item)
    case 'MATCH':
      return solution.matches.map((right, index) => draft.matches[index] === right)
    case 'GAP':
      return solution.accepted.map((accepted, index) =>
        accepted.some((text) => plainText(text) === plainText(draft.gaps[index] ?? '')),
      )
    default:
      return []
  }
}

function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
