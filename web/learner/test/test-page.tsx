import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { deleteStoredDrafts } from '../stored-drafts.ts'
import { useScreenText } from '../use-text.ts'
import { draftsKey } from './test-answers.ts'
import { TestPlayer } from './test-player.tsx'
import { TestResult } from './test-result.tsx'

const route = getRouteApi('/signed-in/test/$attemptId')

/** An attempt at a course test: its questions, and after the submission its result. */
export function TestPage() {
  const { t } = useScreenText()
  const { attemptId } = route.useParams()
  const path = { attemptId }
  const { data, error, refetch } = useApi('GET /course-test-attempts/{attemptId}', { path })
  if (!data)
    return (
      <main className="mx-auto max-w-2xl px-5 py-10">
        {error ? <ErrorState fault={error} level="h1" onRetry={() => void refetch()} /> : <ScreenLoading />}
        {error && (
          <p className="text-center">
            <Link to="/learn" className={buttonClass({ variant: 'ghost' })}>
              {t('catalogue.title')}
            </Link>
          </p>
        )}
      </main>
    )
  const attempt = data.data
  if (attempt.status === 'OPEN')
    return <TestPlayer key={attemptId} attempt={attempt} onClosed={() => void closeAttempt(attempt)} />
  if (attempt.status === 'SUBMITTED') return <TestResult attempt={attempt} />
  return <Expired attempt={attempt} />
}

/** Reads again what the end of an attempt changes. */
async function closeAttempt({ attemptId, courseId }: Api.TestAttempt): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({
      queryKey: apiKey('GET /course-test-attempts/{attemptId}', { path: { attemptId } }),
    }),
    queryClient.invalidateQueries({
      queryKey: apiKey('GET /course-tests/{courseId}', { path: { courseId } }),
    }),
    queryClient.invalidateQueries({ queryKey: ['GET /certificates'] }),
  ])
}

function Expired({ attempt: { attemptId, courseId } }: { attempt: Api.TestAttempt }) {
  const { t } = useScreenText()
  useEffect(() => deleteStoredDrafts(draftsKey(attemptId)), [attemptId])
  return (
    <main className="mx-auto max-w-2xl px-5 py-10">
      <EmptyState
        mood="lost"
        level="h1"
        title={t('test.expired')}
        action={
          <Link to="/learn/$courseId" params={{ courseId }} className={buttonClass({})}>
            {t('test.toCourse')}
          </Link>
        }
      >
        {t('test.expiredText')}
      </EmptyState>
    </main>
  )
}
