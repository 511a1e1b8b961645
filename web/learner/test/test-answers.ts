import type { Api } from '../../../packages/client/src/lyceum.ts'
import { type Draft, draftOf, type Question } from '../../ui/player/question/draft.ts'
import { type Drafts, type GivenAnswer, givenAnswer, readStoredDrafts } from '../stored-drafts.ts'

type Answered = Pick<Api.TestQuestion, 'selectedOption' | 'answer'>

/** Null removes an answer that is saved. */
export type SentAnswer = GivenAnswer | { questionId: string; answer: null }

/** The place of the drafts of an attempt in this tab. */
export const draftsKey = (attemptId: string) => `lyceum.test.${attemptId}`

/** The answers that the service has saved, under those that this tab has stored, complete or not. */
export function readDrafts({ attemptId, questions }: Api.TestAttempt): Drafts {
  const saved = questions.flatMap((question) => {
    const draft = savedDraft(question)
    return draft ? [[question.id, draft] as const] : []
  })
  return { ...Object.fromEntries(saved), ...readStoredDrafts(draftsKey(attemptId), questions) }
}

export function savedDraft(
  question: Api.TestQuestion | Api.TestResultQuestion | Api.ReviewedContestQuestion,
): Draft | undefined {
  const { selectedOption, answer }: Answered = question
  if (selectedOption !== null) return draftOf(question, { selectedOption })
  return answer === null ? undefined : draftOf(question, answer)
}

/** What the service must know of a draft: its answer, or that there is none any more. */
export function sentAnswer(question: Question, draft: Draft, locale: string): SentAnswer {
  return givenAnswer(question, draft, locale) ?? { questionId: question.id, answer: null }
}

/** The answers to all questions that have a draft. A draft that is not complete removes what is saved. */
export function sentAnswers(questions: readonly Question[], drafts: Drafts, locale: string): SentAnswer[] {
  return questions.flatMap((question) => {
    const draft = drafts[question.id]
    return draft ? [sentAnswer(question, draft, locale)] : []
  })
}

/** The questions whose answer on this device is not the graded one: it was changed after the submission. */
export function changedLater(
  questions: readonly Api.TestResultQuestion[],
  drafts: Drafts,
  locale: string,
): Api.TestResultQuestion[] {
  return questions.filter((question) => {
    const draft = drafts[question.id]
    if (!draft) return false
    const { selectedOption, answer }: Answered = question
    const shown = givenAnswer(question, draft, locale)
    return comparable(shown) !== comparable({ selectedOption, answer })
  })
}

/** The same text for the same answer: fields and selected options may be in another order. */
function comparable(given: Partial<Answered> | undefined): string {
  const { selectedOption = null, answer = null } = given ?? {}
  const { selectedOptions, ...rest } = answer ?? {}
  const sorted = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([selectedOption, selectedOptions?.toSorted() ?? null, sorted])
}
