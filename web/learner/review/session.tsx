import { Link, useNavigate } from '@tanstack/react-router'
import { EyeOff, Undo2 } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'
import { FlashcardCard } from './flashcard-card.tsx'
import { Interval } from './interval.tsx'
import { QuestionCard } from './question-card.tsx'
import { SessionDone } from './session-done.tsx'
import { IconButton, SessionHeader } from './session-header.tsx'
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
        <QuestionCard
          key={shown}
          question={card.question}
          eyebrow={t(`review.source.${card.source}`)}
          onHint={() => readHint(card)}
          note={({ intervalDays }) => <Interval days={intervalDays} />}
          {...shared}
        />
      ) : (
        <FlashcardCard key={shown} flashcard={card.flashcard!} {...shared} />
      )}
    </div>
  )
}

async function readHint({ id: cardId }: Api.ReviewCard) {
  const { data } = await lyceum.call('GET /review/cards/{cardId}/hint', { path: { cardId } })
  return data
}

function Header({ session, onLeave }: { session: Session; onLeave: () => void }) {
  const { t } = useScreenText()
  const { queue, remaining, answered, saved, savedCard, last } = session.state
  const { isPending, run } = useSubmit()
  const card = queue![0]!
  // The current card is answered while its feedback is visible.
  const isAnswered = last?.card === card || savedCard === card
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    if (isPending) return
    if (await run(work)) showToast(done)
    else showToast(t('error.text'), 'bad')
  }
  return (
    <SessionHeader
      answered={answered + saved}
      total={answered + saved + remaining - (isAnswered ? 1 : 0)}
      progressLabel={t('review.progress')}
      leaveLabel={t('review.leave')}
      onLeave={onLeave}
    >
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
    </SessionHeader>
  )
}
