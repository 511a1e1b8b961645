import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { type KeptPlay, LessonPlayer, type PlayedLesson } from '../../ui/player/lesson-player.tsx'
import { LessonSummary } from '../../ui/player/lesson-summary.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { forgetPlay, keepPlay, readKeptPlay } from '../lesson/kept-play.ts'
import { NextLessonLink } from '../lesson/next-lesson-link.tsx'
import { optionOfService, shuffleOptions } from '../lesson/shuffle-options.ts'
import { usePlayReports } from '../lesson/use-play-reports.ts'
import { answerQuestion, completeLesson } from '../offline/complete-lesson.ts'
import { SavedSummary } from '../offline/saved-summary.tsx'
import { ReportButton } from '../report/report-button.tsx'
import { usePlayerText } from '../use-text.ts'

/** Comes after the summary; if it cannot be loaded, nothing is offered. */
const PushOffer = lazy(() =>
  import('../push/push-offer.tsx').then(
    ({ PushOffer }) => ({ default: PushOffer }),
    () => ({ default: () => null }),
  ),
)

const route = getRouteApi('/signed-in/lesson/$lessonId')

export default function LessonScreen() {
  const { lessonId } = route.useParams()
  return <Lesson key={lessonId} lessonId={lessonId} />
}

type Ending = { played: PlayedLesson } & (
  | { status: 'sending' }
  | { status: 'completed'; result: Api.LessonResult }
  /** The completion waits on this device. */
  | { status: 'saved' }
  | { status: 'failed'; fault: unknown }
)

function Lesson({ lessonId }: { lessonId: string }) {
  const { t } = usePlayerText()
  const navigate = useNavigate()
  const { data, error, refetch } = useApi('GET /lesson/{id}', { path: { id: lessonId } })
  const [ending, setEnding] = useState<Ending>()
  const [playId, setPlayId] = useState(newKey)
  // Only the service can grade these questions, so a lesson that starts without a connection leaves them out.
  const [canGrade] = useState(() => navigator.onLine)
  const { id: userId } = useUser()
  const [kept, setKept] = useState<KeptPlay>()
  /** The lesson as this play began with it, from the service and with shuffled options. */
  const [begun, setBegun] = useState<{ lesson: Api.LessonContent; shown: Api.LessonContent }>()
  const begin = (given: Api.LessonContent) => setBegun({ lesson: given, shown: shuffleOptions(given) })
  if (data && !begun) {
    begin(data.data)
    setKept(readKeptPlay(data.data, userId, canGrade))
  }
  const timer = usePlayReports(data?.data, ending === undefined)
  if (error && !data)
    return <Centered>{<ErrorState fault={error} level="h1" onRetry={() => void refetch()} />}</Centered>
  if (!data || !begun) return <Centered>{<ScreenLoading />}</Centered>
  const lesson = data.data

  const forget = () => {
    forgetPlay()
    setKept(undefined)
  }
  const finish = async (played: PlayedLesson) => {
    timer.finish()
    forget()
    setEnding({ played, status: 'sending' })
    const { score, timeSpentSeconds } = played
    const percentage = score && Math.round((100 * score.right) / score.total)
    try {
      const result = await completeLesson({
        lesson,
        body: { timeSpentSeconds, ...(percentage === undefined ? {} : { score: percentage }) },
        // Repeated requests of this play count once.
        idempotencyKey: playId,
      })
      // The completion enrolls the learner, and only plays of enrolled learners count.
      timer.report()
      setEnding(result ? { played, status: 'completed', result } : { played, status: 'saved' })
    } catch (fault) {
      setEnding({ played, status: 'failed', fault })
    }
  }
  const leave = () => {
    forget()
    void navigate({ to: '/learn/$courseId', params: { courseId: lesson.courseId } })
  }

  const links = (
    <>
      <NextLessonLink lesson={lesson} />
      <Link to="/" className={buttonClass({ variant: 'ghost', isWide: true })}>
        {t('lesson.home')}
      </Link>
    </>
  )
  if (ending?.status === 'completed')
    return (
      <LessonSummary
        result={ending.result}
        played={ending.played}
        actions={
          <>
            <Suspense>
              <PushOffer />
            </Suspense>
            {links}
          </>
        }
      />
    )
  if (ending?.status === 'saved') return <SavedSummary played={ending.played} actions={links} />
  if (ending?.status === 'failed')
    return isUnmet(ending.fault) ? (
      <Unmet
        requiredScore={lesson.requiredScore ?? 0}
        onAgain={() => {
          setPlayId(newKey())
          begin(lesson)
          setEnding(undefined)
        }}
      />
    ) : (
      <Failed fault={ending.fault} onRetry={() => void finish(ending.played)} />
    )
  if (ending)
    return (
      <Centered>
        <Skeleton className="h-96" />
      </Centered>
    )
  return (
    <LessonPlayer
      lesson={begun.shown}
      kept={kept}
      onKeep={(play) => keepPlay(lesson, userId, play)}
      onLeave={leave}
      onShow={(slide) => timer.show(slide?.order)}
      questionAction={(id) => <ReportButton kind="QUESTION" targetId={id} look="icon" />}
      onFinish={(played) => void finish(played)}
      onAnswer={(questionId, position) => {
        // A play that goes on has the order in which it began.
        const slides = kept?.state.steps.map(({ slide }) => slide) ?? begun.shown.slides
        const selectedOption = optionOfService({ lesson: begun.lesson, slides, questionId, position })
        return answerQuestion(lesson, { questionId, selectedOption, timeSpentSeconds: timer.seconds() })
      }}
      {...(canGrade && {
        onGrade: async (given) => {
          const body = { ...given, timeSpentSeconds: timer.seconds() }
          return (await lyceum.call('POST /user-lessons/{lessonId}/answers', { path: { lessonId }, body }))
            .data
        },
      })}
      onHint={async (questionId) =>
        (
          await lyceum.call('POST /user-lessons/{lessonId}/hints', {
            path: { lessonId },
            body: { questionId },
          })
        ).data
      }
    />
  )
}

const isUnmet = (fault: unknown) => fault instanceof LyceumError && fault.code === 'LESSON_REQUIREMENT_UNMET'

/** Says what the lesson requires, and starts it again. */
function Unmet({ requiredScore, onAgain }: { requiredScore: number; onAgain: () => void }) {
  const { t, percent } = usePlayerText()
  return (
    <Centered>
      <EmptyState
        level="h1"
        title={t('lesson.unmet')}
        action={
          <Button onClick={onAgain} autoFocus>
            {t('course.playAgain')}
          </Button>
        }
      >
        {requiredScore === 0
          ? t('lesson.needsAnswers')
          : t('lesson.needsScore', { share: percent(requiredScore) })}
      </EmptyState>
      <p className="text-center">
        <Link to="/" className={buttonClass({ variant: 'ghost' })}>
          {t('lesson.home')}
        </Link>
      </p>
    </Centered>
  )
}

/** The lesson screen has no tab bar, so the error has its own link out. */
function Failed({ fault, onRetry }: { fault: unknown; onRetry: () => void }) {
  const { t } = usePlayerText()
  return (
    <Centered>
      <ErrorState fault={fault} level="h1" onRetry={onRetry} />
      <p className="text-center">
        <Link to="/" className={buttonClass({ variant: 'ghost' })}>
          {t('lesson.home')}
        </Link>
      </p>
    </Centered>
  )
}

function Centered({ children }: { children: React.ReactNode }) {
  return <main className="mx-auto max-w-2xl px-5 py-10">{children}</main>
}
