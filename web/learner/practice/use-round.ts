import { useState } from 'react'
import type { Answer, Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { applyResult } from '../lesson/apply-result.ts'

const ROUND = 'GET /practice/rounds/{roundId}'

const firstOpen = (questions: readonly Api.RoundQuestion[]) =>
  questions.find(({ isCorrect }) => isCorrect === null)

/** The questions of a round, one after the other. The service stores each answer, so a reload continues the round. */
export function useRound({ roundId, questions }: Api.PracticeRound) {
  const path = { roundId }
  const queryKey = apiKey(ROUND, { path })
  // It stays on the screen with its feedback after it is answered.
  const [shownId, setShownId] = useState(() => firstOpen(questions)?.id)
  const [result, setResult] = useState<Api.PracticeResult>()

  const answer = async (
    questionId: string,
    { answer: given, usedHint }: { answer: Api.Answer; usedHint: boolean },
  ): Promise<Api.PracticeAnswer | undefined> => {
    try {
      const { data } = await lyceum.call('POST /practice/rounds/{roundId}/answers', {
        path,
        body: { questionId, answer: given, usedHint },
      })
      queryClient.setQueryData<Answer<typeof ROUND>>(
        queryKey,
        (before) => before && withGrade(before, questionId, data.isCorrect),
      )
      if (data.result) {
        setResult(data.result)
        applyResult(data.result)
      }
      return data
    } catch (fault) {
      // A round that was started in another window has replaced this one: the screen says so.
      if (!(fault instanceof LyceumError) || fault.status !== 404) throw fault
      await queryClient.resetQueries({ queryKey })
      return undefined
    }
  }

  const readHint = async (questionId: string): Promise<Api.Hint> => {
    const { data } = await lyceum.call('GET /practice/rounds/{roundId}/questions/{questionId}/hint', {
      path: { roundId, questionId },
    })
    return data
  }

  return {
    shown: questions.find(({ id }) => id === shownId),
    answered: questions.filter(({ isCorrect }) => isCorrect !== null).length,
    right: questions.filter(({ isCorrect }) => isCorrect).length,
    /** Undefined after a reload. */
    result,
    answer,
    readHint,
    next: () => setShownId(firstOpen(questions)?.id),
  }
}

function withGrade(
  round: Answer<typeof ROUND>,
  questionId: string,
  isCorrect: boolean,
): Answer<typeof ROUND> {
  const questions = round.data.questions.map((question) =>
    question.id === questionId ? { ...question, isCorrect } : question,
  )
  return { ...round, data: { ...round.data, questions } }
}
