import type { QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined
const listeners = new Set<() => void>()

/**
 * The cache of queries, as soon as a screen that has queries is loaded. The first view of a visitor has none, so it does not load the
 * library.
 */
export const queryStore = {
  get: (): QueryClient | undefined => client,
  provide(created: QueryClient): void {
    client = created
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
