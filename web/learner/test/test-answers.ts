import type { Api } from '../../../packages/client/src/lyceum.ts'
import { answerOf, type Draft, draftOf } from '../../ui/player/question/draft.ts'

/** The answers that the learner has begun, by question id. */
export type TestDrafts = Readonly<Record<string, Draft>>

/** An answer in the format of the API. */
export interface GivenTestAnswer {
  questionId: string
  selectedOption?: number
  answer?: Api.Answer
}

type Answered = Pick<Api.TestQuestion, 'selectedOption' | 'answer'>

const keyOf = (attemptId: string) => `lyceum.test.${attemptId}`

/** The answers that the service has saved, under those that this tab has stored, complete or not. */
export function readDrafts({ attemptId, questions }: Api.TestAttempt): TestDrafts {
  const saved = questions.flatMap((question) => {
    const draft = savedDraft(question)
    return draft ? [[question.id, draft] as const] : []
  })
  return { ...Object.fromEntries(saved), ...readStored(attemptId) }
}

export function savedDraft(question: Api.TestQuestion | Api.TestResultQuestion): Draft | undefined {
  const { selectedOption, answer }: Answered = question
  if (selectedOption !== null) return draftOf(question, { selectedOption })
  return answer === null ? undefined : draftOf(question, answer)
}

function readStored(attemptId: string): TestDrafts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(attemptId)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as TestDrafts) : {}
  } catch {
    return {}
  }
}

/** Drafts survive a reload of the page until they are submitted. */
export function storeDrafts(attemptId: string, drafts: TestDrafts): void {
  sessionStorage.setItem(keyOf(attemptId), JSON.stringify(drafts))
}

export function deleteDrafts(attemptId: string): void {
  sessionStorage.removeItem(keyOf(attemptId))
}

/** The answer to send; undefined while the draft is not complete. */
export function givenAnswer(
  question: Api.TestQuestion,
  draft: Draft | undefined,
  locale: string,
): GivenTestAnswer | undefined {
  const answer = draft && answerOf(question, draft, locale)
  if (!answer) return undefined
  const { selectedOption } = answer
  return { questionId: question.id, ...(selectedOption === undefined ? { answer } : { selectedOption }) }
}
