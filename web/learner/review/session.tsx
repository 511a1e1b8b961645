import { Link, useNavigate } from '@tanstack/react-router'
import { EyeOff, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'
import { FlashcardCard } from './flashcard-card.tsx'
import { QuestionCard } from './question-card.tsx'
import { SessionDone } from './session-done.tsx'
import { type ReviewSession as Session, useReviewSession } from './use-review-session.ts'

/** The cards that are due, one a screen. */
export function ReviewSessionPage() {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const session = useReviewSession()
  const { queue, fault, shown } = session.state
  const leave = () => void navigate({ to: '/review' })
  if (fault)
    return (
      <main className="mx-auto max-w-2xl px-5 py-10">
        <ErrorState fault={fault} level="h1" onRetry={() => void session.load()} />
        <p className="text-center">
          <Link to="/review" className={buttonClass({ variant: 'ghost' })}>
            {t('review.toOverview')}
          </Link>
        </p>
      </main>
    )
  if (!queue)
    return (
      <main className="mx-auto max-w-2xl px-5 py-10">
        <ScreenLoading />
      </main>
    )
  const [card] = queue
  if (!card) return <SessionDone session={session} />
  const shared = {
    onAnswer: (given: Parameters<Session['answer']>[1]) => session.answer(card, given),
    onNext: session.next,
    onLeave: leave,
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <Header session={session} onLeave={leave} />
      {card.question ? (
        <QuestionCard key={shown} card={card} question={card.question} {...shared} />
      ) : (
        <FlashcardCard key={shown} flashcard={card.flashcard!} {...shared} />
      )}
    </div>
  )
}

function Header({ session, onLeave }: { session: Session; onLeave: () => void }) {
  const { t } = useScreenText()
  const { queue, remaining, answered, last } = session.state
  const { isPending, run } = useSubmit()
  const card = queue![0]!
  // The current card is answered while its feedback is visible.
  const isAnswered = last?.card === card
  const total = answered + remaining - (isAnswered ? 1 : 0)
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    if (isPending) return
    if (await run(work)) showToast(done)
    else showToast(t('error.text'), 'bad')
  }
  return (
    <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex max-w-2xl items-center gap-1 px-3 py-2.5">
        <IconButton label={t('review.leave')} onPress={onLeave}>
          <X size={24} aria-hidden="true" />
        </IconButton>
        <ProgressBar value={(100 * answered) / total} label={t('review.progress')} className="mx-1 flex-1" />
        <span className="px-1 text-sm font-bold text-ink-2 tabular-nums">
          {t('review.position', { done: answered, total })}
        </span>
        <IconButton
          label={t('review.undo')}
          isDisabled={!last}
          onPress={() => void attempt(session.undo, t('review.undone'))}
        >
          <Undo2 size={22} className="rtl:-scale-x-100" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('review.suspend')}
          isDisabled={isAnswered}
          onPress={() => void attempt(() => session.suspend(card), t('review.suspended'))}
        >
          <EyeOff size={22} aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  )
}

interface IconGiven {
  label: string
  onPress: () => void
  isDisabled?: boolean
  children: ReactNode
}

function IconButton({ label, onPress, isDisabled = false, children }: IconGiven) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
      className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken disabled:opacity-40"
    >
      {children}
    </button>
  )
}
