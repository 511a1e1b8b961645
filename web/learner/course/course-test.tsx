import { Link, useNavigate } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useScreenText } from '../use-text.ts'

/** The test of a course: what it asks, how the last attempt went, and the way into it. */
export function CourseTest({ courseId }: { courseId: string }) {
  const { t, percent } = useScreenText()
  const { data, error, refetch } = useApi('GET /course-tests/{courseId}', { path: { courseId } })
  if (data?.data.status === 'NO_TEST') return null
  return (
    <Card as="section" aria-labelledby="course-test" className="mt-8">
      <h2 id="course-test" className="flex items-center gap-2.5 text-[20px]">
        <ClipboardCheck size={24} className="flex-none text-primary" aria-hidden="true" />
        {t('test.title')}
      </h2>
      {data ? (
        <>
          <p className="mt-1.5 text-[15px] text-ink-2">
            {t('test.terms', {
              count: data.data.questionCount,
              minutes: Math.round(data.data.timeLimitSeconds / 60),
              share: percent(data.data.passPercent),
            })}
          </p>
          <p className="mt-1 text-[15px] text-ink-2">
            {data.data.isRequiredForCertificate ? t('test.required') : t('test.optional')}
          </p>
          <State test={data.data} />
        </>
      ) : error ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-3 h-28" />
      )}
    </Card>
  )
}

function State({ test }: { test: Api.CourseTest }) {
  const { t, percent, date } = useScreenText()
  const { status, lastScore, bestScore, lastAttemptId, nextAttemptAt } = test
  return (
    <>
      {status === 'PASSED' ? (
        <p className="mt-3 font-bold text-good">{t('test.passedWith', { share: percent(bestScore ?? 0) })}</p>
      ) : (
        lastScore !== null && (
          <p className="mt-3 font-bold">{t('test.lastScore', { share: percent(lastScore) })}</p>
        )
      )}
      {nextAttemptAt && (
        <p className="mt-1 text-[15px] text-ink-2">
          {t('test.retryAt', {
            date: date(new Date(nextAttemptAt), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {(status === 'AVAILABLE' || status === 'IN_PROGRESS') && <StartTest test={test} />}
        {lastScore !== null && lastAttemptId && status !== 'IN_PROGRESS' && (
          <Link
            to="/test/$attemptId"
            params={{ attemptId: lastAttemptId }}
            className={buttonClass({ variant: 'secondary' })}
          >
            {t('test.seeResult')}
          </Link>
        )}
      </div>
    </>
  )
}

function StartTest({ test: { courseId, status } }: { test: Api.CourseTest }) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const { isPending, error, run } = useSubmit()
  const start = () =>
    run(async () => {
      const { data } = await lyceum.call('POST /course-tests/{courseId}/attempts', { path: { courseId } })
      const { attemptId } = data
      queryClient.setQueryData(apiKey('GET /course-test-attempts/{attemptId}', { path: { attemptId } }), {
        success: true,
        data,
      })
      await queryClient.invalidateQueries({
        queryKey: apiKey('GET /course-tests/{courseId}', { path: { courseId } }),
      })
      await navigate({ to: '/test/$attemptId', params: { attemptId } })
    })
  return (
    <div className="grid gap-2.5">
      <Button isPending={isPending} onClick={() => void start()}>
        {status === 'IN_PROGRESS' ? t('test.continue') : t('test.start')}
      </Button>
      <FormError text={error} />
    </div>
  )
}
