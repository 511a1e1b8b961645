import type { Api } from '../../packages/client/src/lyceum.ts'
import { answerOf, type Draft, type Question, startDraft } from '../ui/player/question/draft.ts'

/** The answers that the learner has begun, by question id. */
export type Drafts = Readonly<Record<string, Draft>>

/** An answer in the format of the API. */
export interface GivenAnswer {
  questionId: string
  selectedOption?: number
  answer?: Api.Answer
}

/** The drafts that this tab has stored, complete or not. One that does not fit its question is left out. */
export function readStoredDrafts(key: string, questions: readonly Question[]): Drafts {
  const stored = readStored(key)
  const fitting = questions.flatMap((question) => {
    const draft = restoreDraft(question, stored[question.id])
    return draft ? [[question.id, draft] as const] : []
  })
  return Object.fromEntries(fitting)
}

function readStored(key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Drafts survive a reload of the page until they are submitted. */
export function storeDrafts(key: string, drafts: Drafts): void {
  sessionStorage.setItem(key, JSON.stringify(drafts))
}

export function deleteStoredDrafts(key: string): void {
  sessionStorage.removeItem(key)
}

/** The draft that was stored as JSON; undefined if it is not one of this question. */
export function restoreDraft(question: Question, stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const draft: Draft = { ...startDraft(question), ...stored }
  // JSON has no undefined: a left side without a right side is stored as null.
  const restored = { ...draft, matches: draft.matches.map((right) => right ?? undefined) }
  return fits(question, restored) ? restored : undefined
}

function fits(question: Question, { selected, unit, order, matches, gaps }: Draft): boolean {
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return selected.every((option) => option in question.options)
    case 'NUMBER':
      return question.units.length === 0 ? unit === '' : question.units.includes(unit)
    case 'SHORT_TEXT':
      return true
    case 'ORDER':
      return order.length === question.items.length && question.items.every((_, item) => order.includes(item))
    case 'MATCH':
      return (
        matches.length === question.left.length &&
        matches.every((right) => right === undefined || right in question.right)
      )
    case 'GAP':
      return gaps.length === question.gapCount
  }
}

/** The answer to send; undefined while the draft is not complete. */
export function givenAnswer(
  question: Question,
  draft: Draft | undefined,
  locale: string,
): GivenAnswer | undefined {
  const answer = draft && answerOf(question, draft, locale)
  if (!answer) return undefined
  const { selectedOption } = answer
  return { questionId: question.id, ...(selectedOption === undefined ? { answer } : { selectedOption }) }
}

/** The complete answers to send. */
export function givenAnswers(questions: readonly Question[], drafts: Drafts, locale: string): GivenAnswer[] {
  return questions.flatMap((question) => givenAnswer(question, drafts[question.id], locale) ?? [])
}
