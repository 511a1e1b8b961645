import { type Dispatch, type SetStateAction, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../api/use-submit.ts'
import { useUiText } from '../i18n/use-text.ts'
import type { Step } from './play-state.ts'
import { answerOf, chooseNth, type Draft, startDraft } from './question/draft.ts'

/** An answer to a QUESTION slide, for the service to grade. */
export interface AnswerToGrade {
  questionId: string
  attempt: string
  answer: Api.Answer
}

type Drafts = Record<string, Draft>

interface Given {
  step: Step | undefined
  result: Api.AnsweredQuestion | undefined
  onGrade: ((given: AnswerToGrade) => Promise<Api.AnsweredQuestion>) | undefined
  onResult: (key: string, result: Api.AnsweredQuestion) => void
  /** The drafts and their setter, if the caller keeps them. */
  kept?: [Drafts, Dispatch<SetStateAction<Drafts>>]
}

/** The answer that the learner composes on a QUESTION slide. A failed request keeps it. */
export function useQuestionStep({ step, result, onGrade, onResult, kept }: Given) {
  const { locale } = useUiText()
  const own = useState<Drafts>({})
  const [drafts, setDrafts] = kept ?? own
  const { isPending, error, run } = useSubmit()
  if (step?.slide.type !== 'QUESTION' || !onGrade) return undefined
  const { key, slide } = step
  const { question, attempt } = slide
  const draft = drafts[key] ?? startDraft(question)
  const answer = answerOf(question, draft, locale)
  const isOpen = !isPending && !result
  const onDraft = (changed: Draft) => isOpen && setDrafts((before) => ({ ...before, [key]: changed }))
  const submit = () => {
    if (!answer || !isOpen) return
    void run(async () => onResult(key, await onGrade({ questionId: question.id, attempt, answer })))
  }
  return {
    isPending,
    error,
    isComplete: answer !== undefined,
    submit,
    controls: {
      question,
      draft,
      solution: result?.solution,
      onDraft,
      onChoose: (index: number) => onDraft(chooseNth(question, draft, index)),
      onSubmit: submit,
    },
  }
}
