import type { ReactNode } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { replaces } from '../frame/replaces.ts'
import { useText } from '../use-text.ts'
import { Pager } from './pager.tsx'

export const PAGE_ROWS = 25

interface Page<Row> {
  data: readonly Row[]
  meta?: { total: number; page: number; limit: number }
}

/** The result of a filter that cannot match, such as half an id, which the service would refuse. */
export const NO_ROWS = { data: { data: [] }, error: undefined, refetch: () => undefined }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a filter is empty or a whole id. */
export const isIdFilter = (typed: string | undefined): boolean => !typed || ID.test(typed)

interface Given<Row> {
  query: { data: Page<Row> | undefined; error: unknown; refetch: () => unknown }
  /** Shown if the list is empty without a filter. */
  empty: { title: string; text?: string }
  isFiltered: boolean
  onClear: () => void
  onPage: (page: number) => void
  children: (rows: readonly Row[]) => ReactNode
}

/** A page of a list with its states: loading, error, nothing there, nothing found. */
export function ListBody<Row>({ query, empty, isFiltered, onClear, onPage, children }: Given<Row>) {
  const { t } = useText()
  const { data, error, refetch } = query
  if (replaces(error, data)) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <ListLoading />
  if (data.data.length === 0 && isFiltered)
    return (
      <EmptyState
        mood="lost"
        title={t('list.nothing')}
        action={<Button onClick={onClear}>{t('list.clear')}</Button>}
      >
        {t('list.nothingText')}
      </EmptyState>
    )
  if (data.data.length === 0)
    return (
      <EmptyState mood="asleep" title={empty.title}>
        {empty.text}
      </EmptyState>
    )
  return (
    <>
      {children(data.data)}
      {data.meta && <Pager {...data.meta} onPage={onPage} />}
    </>
  )
}

export function ListLoading() {
  return (
    <div className="grid gap-2.5">
      <LoadingNote />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-13" />
      ))}
    </div>
  )
}
