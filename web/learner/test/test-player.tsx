import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { ServerClock } from '../../ui/api/server-clock.ts'
import { useLive } from '../../ui/api/use-live.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { chooseNth, startDraft } from '../../ui/player/question/draft.ts'
import { QuestionView } from '../../ui/player/question/question-view.tsx'
import { usePlayKeys } from '../../ui/player/use-play-keys.ts'
import { callOnce } from '../call-once.ts'
import { AttemptClock } from '../play/contest/attempt-clock.tsx'
import { useScreenText } from '../use-text.ts'
import { useTestDrafts } from './use-test-drafts.ts'

const SubmitTestDialog = lazy(() => import('./submit-test-dialog.tsx'))

interface Given {
  attempt: Api.TestAttempt
  /** The attempt is submitted or expired. */
  onClosed: () => void
}

/** One question per screen, without feedback. Answers can be changed until they are submitted. */
export function TestPlayer({ attempt, onClosed }: Given) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const { attemptId, courseId, deadlineAt, questions } = attempt
  const [clock] = useState(() => new ServerClock())
  // The channel only supplies the time of the server.
  useLive((live) => void live.on('auth.ok', (_, { ts }) => clock.observe(ts)))
  const { drafts, given, sent, saving, change: changeDraft } = useTestDrafts(attempt, onClosed)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => !drafts[id]),
    ),
  )
  const [isAsking, setAsking] = useState(false)
  const { isPending, error, run } = useSubmit()
  const question = questions[at]!
  const draft = drafts[question.id] ?? startDraft(question)
  const isLast = at === questions.length - 1
  const answeredIds = new Set(given.map(({ questionId }) => questionId))

  /** What is being submitted stays on the screen as it is. */
  const change: typeof changeDraft = (changed, to) => {
    if (!isPending) changeDraft(changed, to)
  }
  const leave = () => void navigate({ to: '/learn/$courseId', params: { courseId } })
  const go = (index: number) => {
    // The shown order is an answer too, once the learner has seen it and goes on.
    if (question.type === 'ORDER' && !drafts[question.id]) change(question, draft)
    setAt(index)
  }
  const next = () => {
    if (isPending) return
    if (!isLast) return go(at + 1)
    go(at)
    setAsking(true)
  }
  const choose = (index: number) => {
    const chosen = chooseNth(question, draft, index)
    if (chosen !== draft) change(question, chosen)
  }
  const submit = async () => {
    if (isPending) return
    setAsking(false)
    await run(async () => {
      // If the answer to an earlier submission was lost, this returns its result, which says what was changed since.
      await callOnce('POST /course-test-attempts/{attemptId}/submit', {
        path: { attemptId },
        body: { answers: sent },
      }).catch((fault) => {
        if (!(fault instanceof LyceumError && fault.code === 'TEST_ATTEMPT_EXPIRED')) throw fault
      })
      onClosed()
    })
  }
  usePlayKeys(
    { onChoose: choose, onNext: next, onBack: () => go(Math.max(0, at - 1)), onLeave: leave },
    !isAsking,
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] backdrop-blur">
        <div className="mx-auto flex max-w-2xl items-center gap-3 px-3 py-2.5">
          <button
            type="button"
            aria-label={t('test.leave')}
            onClick={leave}
            className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
          >
            <X size={24} aria-hidden="true" />
          </button>
          <ProgressBar
            value={(100 * given.length) / questions.length}
            label={t('contest.answered', { done: given.length, total: questions.length })}
            className="flex-1"
          />
          <AttemptClock clock={clock} deadlineAt={deadlineAt} onOver={() => void submit()} />
        </div>
      </header>
      <main className="mx-auto w-full max-w-2xl flex-1 px-5 pt-5 pb-8">
        <QuestionView
          key={question.id}
          eyebrow={t('contest.questionOf', { number: at + 1, total: questions.length })}
          question={question}
          draft={draft}
          solution={undefined}
          onDraft={(changed) => change(question, changed)}
          onChoose={choose}
          onSubmit={next}
        />
        <div className="mt-5">
          <FormError text={error} />
        </div>
      </main>
      <footer className="sticky bottom-0 z-20 border-line border-t bg-bg/95 backdrop-blur">
        <div className="mx-auto max-w-2xl px-5 pt-2 pb-[max(16px,env(safe-area-inset-bottom))]">
          <p role="status" className="mb-2 min-h-5 text-center text-sm text-ink-2">
            {given.length > 0 && t(`test.${saving}`)}
          </p>
          <div className="flex gap-3">
            {at > 0 && (
              <Button
                variant="secondary"
                size="large"
                onClick={() => go(at - 1)}
                aria-label={t('player.back')}
              >
                <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
              </Button>
            )}
            <Button
              size="large"
              isWide
              variant={isLast ? 'good' : 'primary'}
              isPending={isPending}
              onClick={next}
            >
              {isLast ? t('test.submit') : t('action.continue')}
            </Button>
          </div>
        </div>
      </footer>
      <Suspense>
        {isAsking && (
          <SubmitTestDialog
            unanswered={questions.filter(({ id }) => !answeredIds.has(id)).map(({ order }) => order)}
            onGo={(order) => {
              setAsking(false)
              setAt(order - 1)
            }}
            onBack={() => setAsking(false)}
            onSubmit={() => void submit()}
          />
        )}
      </Suspense>
    </div>
  )
}
