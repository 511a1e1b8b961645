import { QueryClient } from '@tanstack/react-query'
import { pageAnswers } from './page-data.ts'
import { queryStore } from './query-store.ts'

/** The client retries requests, so queries do not. Without a connection they fail, and the screen says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

// The service has a cache for each page that it renders.
if ('document' in globalThis) {
  for (const { operation, given, answer } of pageAnswers)
    queryClient.setQueryData(given ? [operation, given] : [operation], answer)
  queryClient.mount()
  queryStore.provide(queryClient)
}
