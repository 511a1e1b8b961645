import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import type { Draft } from '../../ui/player/question/draft.ts'
import { type Drafts, givenAnswers, storeDrafts } from '../stored-drafts.ts'
import { useScreenText } from '../use-text.ts'
import {
  draftsKey,
  readDrafts,
  type SentAnswer,
  savedDraft,
  sentAnswer,
  sentAnswers,
} from './test-answers.ts'

const SAVE_AFTER_MS = 500
const RETRY_AFTER_MS = 5_000

export type SavingState = 'saved' | 'saving' | 'unsaved'

/**
 * The drafts of an attempt. Every complete answer is sent to the service, one request at a time, and so is that an answer is
 * not complete any more; what could not be sent is stored in this tab and tried again.
 */
export function useTestDrafts(attempt: Api.TestAttempt, onClosed: () => void) {
  const { locale } = useScreenText()
  const [drafts, setDrafts] = useState<Drafts>(() => readDrafts(attempt))
  const [saving, setSaving] = useState<SavingState>('saved')
  const unsaved = useRef(new Map<string, SentAnswer>())
  /** The questions to which the service may have an answer. */
  const stored = useRef(new Set(attempt.questions.filter(savedDraft).map(({ id }) => id)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSending = useRef(false)

  const schedule = (afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), afterMs)
  }
  const send = useEffectEvent(async () => {
    if (isSending.current || unsaved.current.size === 0) return
    isSending.current = true
    const answers = [...unsaved.current.values()]
    try {
      await lyceum.call('PATCH /course-test-attempts/{attemptId}/answers', {
        path: { attemptId: attempt.attemptId },
        body: { answers },
      })
      for (const answer of answers)
        if (unsaved.current.get(answer.questionId) === answer) unsaved.current.delete(answer.questionId)
      if (unsaved.current.size > 0) schedule(SAVE_AFTER_MS)
      else setSaving('saved')
    } catch (fault) {
      // A refusal will not change: the attempt is submitted elsewhere or expired.
      if (fault instanceof LyceumError && fault.status === 409) onClosed()
      else {
        setSaving('unsaved')
        schedule(RETRY_AFTER_MS)
      }
    } finally {
      isSending.current = false
    }
  })
  const enqueue = (question: Api.TestQuestion, draft: Draft) => {
    const answer = sentAnswer(question, draft, locale)
    if (answer.answer === null && !stored.current.has(question.id)) return
    stored.current.add(question.id)
    unsaved.current.set(question.id, answer)
    setSaving('saving')
    schedule(SAVE_AFTER_MS)
  }
  const change = (question: Api.TestQuestion, draft: Draft) => {
    const changed = { ...drafts, [question.id]: draft }
    setDrafts(changed)
    storeDrafts(draftsKey(attempt.attemptId), changed)
    enqueue(question, draft)
  }
  const start = useEffectEvent(() => {
    // What this tab stored before a reload may not have reached the service.
    for (const question of attempt.questions) {
      const draft = drafts[question.id]
      if (draft && question.selectedOption === null && question.answer === null) enqueue(question, draft)
    }
  })
  useEffect(() => {
    start()
    const sendNow = () => void send()
    window.addEventListener('online', sendNow)
    return () => {
      window.removeEventListener('online', sendNow)
      clearTimeout(timer.current)
      sendNow()
    }
  }, [])

  return {
    drafts,
    given: givenAnswers(attempt.questions, drafts, locale),
    sent: sentAnswers(attempt.questions, drafts, locale),
    saving,
    change,
  }
}
