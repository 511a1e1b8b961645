import { QueryClientContext } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { queryStore } from './query-store.ts'

/** Gives the cache of queries to the screens, when the first of them that needs it is loaded. */
export function Queries({ children }: { children: ReactNode }) {
  const client = useSyncExternalStore(queryStore.subscribe, queryStore.get)
  return <QueryClientContext.Provider value={client}>{children}</QueryClientContext.Provider>
}
