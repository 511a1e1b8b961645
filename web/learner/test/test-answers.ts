import type { Api } from '../../../packages/client/src/lyceum.ts'
import { type Draft, draftOf } from '../../ui/player/question/draft.ts'
import { type Drafts, readStoredDrafts } from '../stored-drafts.ts'

type Answered = Pick<Api.TestQuestion, 'selectedOption' | 'answer'>

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
