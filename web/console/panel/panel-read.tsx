import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { replaces } from '../frame/replaces.ts'
import { ListLoading } from '../list/list-body.tsx'

interface Given<Data> {
  query: { data: { data: Data } | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** The states of a panel that reads its details. */
export function PanelRead<Data>({ query: { data, error, refetch }, children }: Given<Data>) {
  if (replaces(error, data)) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <ListLoading />
  return children(data.data)
}
