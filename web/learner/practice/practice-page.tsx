import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { QuestionCard } from '../review/question-card.tsx'
import { SessionHeader } from '../review/session-header.tsx'
import { useScreenText } from '../use-text.ts'
import { RoundDone } from './round-done.tsx'
import { useRound } from './use-round.ts'

const route = getRouteApi('/signed-in/practice/$roundId')

/** A round of practice, one question a screen, and its summary. */
export function PracticePage() {
  const { t } = useScreenText()
  const { roundId } = route.useParams()
  const { data, error, refetch } = useApi('GET /practice/rounds/{roundId}', { path: { roundId } })
  if (data) return <Round key={roundId} round={data.data} />
  return (
    <main className="mx-auto max-w-2xl px-5 py-10">
      {error ? <ErrorState fault={error} level="h1" onRetry={() => void refetch()} /> : <ScreenLoading />}
      {error && (
        <p className="text-center">
          <Link to="/review" className={buttonClass({ variant: 'ghost' })}>
            {t('review.toOverview')}
          </Link>
        </p>
      )}
    </main>
  )
}

function Round({ round }: { round: Api.PracticeRound }) {
  const { t } = useScreenText()
  const leave = useLeave()
  const { shown, answered, right, result, answer, readHint, next } = useRound(round)
  const total = round.questions.length
  if (!shown) return <RoundDone round={round} right={right} result={result} onDone={leave} />
  return (
    <div className="flex min-h-dvh flex-col">
      <SessionHeader
        answered={answered}
        total={total}
        progressLabel={t('practice.progress')}
        leaveLabel={t('practice.leave')}
        onLeave={leave}
      />
      <QuestionCard
        key={shown.id}
        question={shown}
        eyebrow={round.skill ?? t('practice.title')}
        onAnswer={(given) => answer(shown.id, given)}
        onHint={() => readHint(shown.id)}
        onNext={next}
        onLeave={leave}
      />
    </div>
  )
}

/** Back to the screen on which the round was started. */
function useLeave(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => (history.canGoBack() ? history.back() : void navigate({ to: '/review' }))
}
