import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { servedNotFoundPath } from '../../ui/api/page-data.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import NotFound from '../screens/not-found.tsx'
import { PublicFrame } from './public-frame.tsx'

interface Given<Answer> {
  query: UseQueryResult<Answer>
  children: (answer: Answer) => ReactNode
}

/** A page with the data of one request: loading, an error with a retry, unknown, or the content. */
export function PublicQuery<Answer>({ query: { data, error, refetch }, children }: Given<Answer>) {
  const { pathname } = useLocation()
  const isLoading = data === undefined && !error
  if (error instanceof LyceumError && error.status === 404) return <NotFound />
  // The page already shows that there is nothing; it stays while the request repeats that.
  if (isLoading && servedNotFoundPath === pathname) return <NotFound />
  return (
    <PublicFrame>
      {error && data === undefined ? (
        <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <ScreenLoading />
      ) : (
        children(data)
      )}
    </PublicFrame>
  )
}
