import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Owl } from '../../ui/brand/owl.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { celebrate } from '../../ui/player/celebrate.ts'
import { SlideTitle } from '../../ui/player/slides/slide-title.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { deleteStoredDrafts, readStoredDrafts } from '../stored-drafts.ts'
import { useScreenText } from '../use-text.ts'
import { ResultQuestion } from './result-question.tsx'
import { changedLater, draftsKey } from './test-answers.ts'

/** The result of a submitted attempt: score, what it means, and every question with its solution. */
export function TestResult({ attempt: { attemptId } }: { attempt: Api.TestAttempt }) {
  const path = { attemptId }
  const { data, error, refetch } = useApi('GET /course-test-attempts/{attemptId}/result', { path })
  return (
    <main className="mx-auto max-w-2xl animate-rise px-5 pt-[max(28px,env(safe-area-inset-top))] pb-10">
      {data ? (
        <Result result={data.data} />
      ) : error ? (
        <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
      ) : (
        <ScreenLoading />
      )}
    </main>
  )
}

function Result({ result }: { result: Api.TestResult }) {
  const { t, percent } = useScreenText()
  const changed = useLaterChanges(result)
  const { courseId, isPassed, score, correctCount, totalQuestions, passPercent, questions } = result
  useEffect(() => {
    if (isPassed) void celebrate()
  }, [isPassed])
  return (
    <>
      <section
        className={`flex flex-col items-center rounded-card p-6 text-center ${isPassed ? 'hero shadow-float' : 'border border-line bg-surface shadow-card'}`}
      >
        {isPassed ? (
          <span className="relative grid place-items-center">
            <Laurel size={150} />
            <span className="absolute text-[34px] font-extrabold tabular-nums">{percent(score)}</span>
          </span>
        ) : (
          <>
            <Owl mood="calm" size={128} />
            <span className="mt-2 text-[34px] font-extrabold tabular-nums">{percent(score)}</span>
          </>
        )}
        <SlideTitle className="mt-3">{isPassed ? t('test.passed') : t('test.failed')}</SlideTitle>
        <p className="mt-1.5 text-lg">
          {t('test.right', { right: correctCount, total: totalQuestions })}
          {' · '}
          {t('test.needed', { share: percent(passPercent) })}
        </p>
      </section>
      {changed.length > 0 && (
        <div className="mt-5 flex gap-3 rounded-card bg-gold-soft p-5">
          <CircleAlert size={22} className="mt-0.5 flex-none text-gold-text" aria-hidden="true" />
          <div className="min-w-0">
            <h2 className="text-[17px] text-gold-text">{t('test.firstCounts')}</h2>
            <p className="mt-1.5">{t('test.firstCountsText')}</p>
            <p className="mt-1.5 font-bold">
              {changed.map(({ order }) => t('player.question', { number: order })).join(' · ')}
            </p>
          </div>
        </div>
      )}
      <div className="mt-5 grid gap-3">
        {isPassed ? (
          <>
            <p className="text-ink-2">{t('test.passedText')}</p>
            <Link to="/certificates" className={buttonClass({ size: 'large', isWide: true })}>
              {t('certificates.title')}
            </Link>
          </>
        ) : (
          <NextAttempt courseId={courseId} />
        )}
        <Link
          to="/learn/$courseId"
          params={{ courseId }}
          className={buttonClass({ variant: isPassed ? 'ghost' : 'secondary', isWide: true })}
        >
          {t('test.toCourse')}
        </Link>
      </div>
      <section aria-labelledby="test-questions" className="mt-9">
        <h2 id="test-questions" className="mb-3 text-[20px]">
          {t('review.title')}
        </h2>
        <ol className="grid grid-cols-1 gap-4">
          {questions.map((question) => (
            <ResultQuestion
              key={question.id}
              question={question}
              isChangedLater={changed.includes(question)}
            />
          ))}
        </ol>
      </section>
    </>
  )
}

/** The questions whose answers this tab changed after the submission; the drafts stay, so that a reload shows it again. */
function useLaterChanges({ attemptId, questions }: Api.TestResult): Api.TestResultQuestion[] {
  const { locale } = useScreenText()
  const key = draftsKey(attemptId)
  const [drafts] = useState(() => readStoredDrafts(key, questions))
  const changed = changedLater(questions, drafts, locale)
  const isAsSubmitted = changed.length === 0
  useEffect(() => {
    if (isAsSubmitted) deleteStoredDrafts(key)
  }, [isAsSubmitted, key])
  return changed
}

/** When the learner may try again. */
function NextAttempt({ courseId }: { courseId: string }) {
  const { t, date } = useScreenText()
  const { data } = useApi('GET /course-tests/{courseId}', { path: { courseId } })
  const nextAttemptAt = data?.data.nextAttemptAt
  return (
    <p className="text-ink-2">
      {nextAttemptAt
        ? t('test.retryAt', {
            date: date(new Date(nextAttemptAt), { dateStyle: 'medium', timeStyle: 'short' }),
          })
        : t('test.retry')}
    </p>
  )
}
