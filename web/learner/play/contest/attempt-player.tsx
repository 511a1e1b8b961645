import { ChevronLeft, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Button } from '../../../ui/components/button.tsx'
import { ProgressBar } from '../../../ui/components/progress-bar.tsx'
import { useUiText } from '../../../ui/i18n/use-text.ts'
import { chooseNth, type Draft, startDraft } from '../../../ui/player/question/draft.ts'
import { QuestionView } from '../../../ui/player/question/question-view.tsx'
import { usePlayKeys } from '../../../ui/player/use-play-keys.ts'
import type { Drafts } from '../../stored-drafts.ts'
import { useScreenText } from '../../use-text.ts'

interface Given {
  questions: readonly Api.ContestQuestion[]
  drafts: Drafts
  /** The questions with a complete answer. */
  answeredIds: ReadonlySet<string>
  /** Returns all drafts with the changed one. */
  onDraft: (questionId: string, draft: Draft) => Drafts
  onLeave: () => void
  onSubmit: (drafts: Drafts) => void
  isPending: boolean
  isActive: boolean
  clock: ReactNode
  fault: ReactNode
}

/** One question per screen. Answers can be changed until they are submitted. */
export function AttemptPlayer({
  questions,
  drafts,
  answeredIds,
  onDraft,
  onLeave,
  onSubmit,
  isPending,
  isActive,
  clock,
  fault,
}: Given) {
  const { t } = useScreenText()
  const ui = useUiText()
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => !answeredIds.has(id)),
    ),
  )
  const question = questions[at]!
  const isLast = at === questions.length - 1
  const draft = drafts[question.id] ?? startDraft(question)
  const change = (changed: Draft) => (isPending ? drafts : onDraft(question.id, changed))
  const choose = (option: number) => {
    const chosen = chooseNth(question, draft, option)
    if (chosen !== draft) change(chosen)
  }
  /** The shown order is an answer too, once the learner has seen it and goes on. */
  const acceptOrder = () => (question.type === 'ORDER' && !drafts[question.id] ? change(draft) : drafts)
  const next = () => {
    if (isPending) return
    const accepted = acceptOrder()
    if (isLast) onSubmit(accepted)
    else setAt(at + 1)
  }
  const back = () => {
    acceptOrder()
    setAt(Math.max(0, at - 1))
  }
  usePlayKeys({ onChoose: choose, onNext: next, onBack: back, onLeave }, isActive)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] backdrop-blur">
        <div className="mx-auto flex max-w-2xl items-center gap-3 px-3 py-2.5">
          <button
            type="button"
            aria-label={t('contest.leave')}
            onClick={onLeave}
            className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
          >
            <X size={24} aria-hidden="true" />
          </button>
          <ProgressBar
            value={(100 * answeredIds.size) / questions.length}
            label={t('contest.answered', { done: answeredIds.size, total: questions.length })}
            className="flex-1"
          />
          {clock}
        </div>
      </header>
      <main className="mx-auto w-full max-w-2xl flex-1 px-5 pt-5 pb-8">
        <QuestionView
          key={question.id}
          eyebrow={t('contest.questionOf', { number: at + 1, total: questions.length })}
          question={question}
          draft={draft}
          solution={undefined}
          onDraft={change}
          onChoose={choose}
          onSubmit={next}
        />
        <div className="mt-5">{fault}</div>
      </main>
      <footer className="sticky bottom-0 z-20 border-line border-t bg-bg/95 backdrop-blur">
        <div className="mx-auto flex max-w-2xl gap-3 px-5 pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
          {at > 0 && (
            <Button variant="secondary" size="large" onClick={back} aria-label={ui.t('player.back')}>
              <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
            </Button>
          )}
          <Button
            size="large"
            isWide
            variant={isLast ? 'good' : 'primary'}
            isPending={isPending}
            // A double tap on the question before must not submit the last one unseen.
            onClick={(event) => (!isLast || event.detail < 2) && next()}
          >
            {isLast ? t('contest.submit') : ui.t('action.continue')}
          </Button>
        </div>
      </footer>
    </div>
  )
}
