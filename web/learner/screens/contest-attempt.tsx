import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { refreshUser } from '../../ui/api/refresh-user.ts'
import { ServerClock } from '../../ui/api/server-clock.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useLive } from '../../ui/api/use-live.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { callOnce } from '../call-once.ts'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { AttemptClock } from '../play/contest/attempt-clock.tsx'
import { AttemptPlayer } from '../play/contest/attempt-player.tsx'
import { recordLateChange } from '../play/contest/late-change.ts'
import { EntryFault } from '../play/entry-fault.tsx'
import {
  type Drafts,
  deleteStoredDrafts,
  givenAnswers,
  readStoredDrafts,
  storeDrafts,
} from '../stored-drafts.ts'
import { useScreenText } from '../use-text.ts'

const SubmitDialog = lazy(() => import('../play/contest/submit-dialog.tsx'))
const route = getRouteApi('/signed-in/play/contests/$contestId/attempt')

export default function ContestAttemptScreen() {
  const { t } = useScreenText()
  const { contestId } = route.useParams()
  const { data, error, refetch } = useApi('GET /user/contests/{id}/questions', { path: { id: contestId } })
  if (data) return <Attempt key={contestId} contestId={contestId} attempt={data.data} />
  return (
    <main className="mx-auto max-w-2xl px-5 py-10">
      {error ? <ErrorState fault={error} level="h1" onRetry={() => void refetch()} /> : <ScreenLoading />}
      {error && (
        <p className="text-center">
          <Link
            to="/play/contests/$contestId"
            params={{ contestId }}
            className={buttonClass({ variant: 'ghost' })}
          >
            {t('contest.toContest')}
          </Link>
        </p>
      )}
    </main>
  )
}

function Attempt({ contestId, attempt }: { contestId: string; attempt: Api.ContestAttempt }) {
  const { locale } = useScreenText()
  const navigate = useNavigate()
  const [clock] = useState(() => new ServerClock())
  // The channel only supplies the time of the server.
  useLive((live) => void live.on('auth.ok', (_, { ts }) => clock.observe(ts)))
  const { startedAt, deadlineAt, questions } = attempt
  const draftsKey = `lyceum.contest.${contestId}`
  const [drafts, setDrafts] = useState<Drafts>(() => readStoredDrafts(draftsKey, questions))
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const given = givenAnswers(questions, drafts, locale)
  /** The first time that these answers were submitted with. The same answers are the same request, which the service carries out once. */
  const times = useRef(new Map<string, number>())

  const leave = (replace = false) =>
    navigate({ to: '/play/contests/$contestId', params: { contestId }, replace })
  const submit = async (answers = given) => {
    if (isPending) return
    setAsking(false)
    setPending(true)
    setFault(undefined)
    const text = JSON.stringify(answers)
    const timeTakenSeconds =
      times.current.get(text) ?? Math.max(0, Math.round((clock.now() - Date.parse(startedAt)) / 1000))
    times.current.set(text, timeTakenSeconds)
    try {
      await callOnce('POST /user/contests/{id}/submit', {
        path: { id: contestId },
        body: { answers, timeTakenSeconds },
      }).catch((error) => {
        if (!(error instanceof LyceumError && error.code === 'ALREADY_SUBMITTED')) throw error
        // Other answers have reached the service first.
        recordLateChange(contestId)
      })
      deleteStoredDrafts(draftsKey)
      await refreshUser()
      await leave(true)
    } catch (error) {
      setFault(error)
      setPending(false)
    }
  }
  return (
    <>
      <AttemptPlayer
        questions={questions}
        drafts={drafts}
        answeredIds={new Set(given.map(({ questionId }) => questionId))}
        onDraft={(questionId, draft) => {
          const changed = { ...drafts, [questionId]: draft }
          setDrafts(changed)
          storeDrafts(draftsKey, changed)
          return changed
        }}
        onLeave={() => void leave()}
        onSubmit={(changed) => {
          const answers = givenAnswers(questions, changed, locale)
          if (answers.length < questions.length) setAsking(true)
          else void submit(answers)
        }}
        isPending={isPending}
        isActive={!isAsking}
        clock={<AttemptClock clock={clock} deadlineAt={deadlineAt} onOver={() => void submit()} />}
        fault={<EntryFault fault={fault} />}
      />
      <Suspense>
        {isAsking && (
          <SubmitDialog
            unanswered={questions.length - given.length}
            onBack={() => setAsking(false)}
            onSubmit={() => void submit()}
          />
        )}
      </Suspense>
    </>
  )
}
