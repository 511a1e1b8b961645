import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Answer, Given, Operation } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from './lyceum.ts'
import './query-client.ts'

export type ReadOperation = Extract<Operation, `GET ${string}`>

interface ReadOptions {
  enabled?: boolean
  /** Shows the previous response while another page or filter loads. */
  keepPrevious?: boolean
}

export function apiKey<O extends ReadOperation>(operation: O, given?: Given<O>): QueryKey {
  return given === undefined ? [operation] : [operation, given]
}

/** How queries read. The learner app replaces it by one that also reads what this device has stored. */
export const reading = { through: (_key: QueryKey, read: () => Promise<unknown>) => read() }

/** Reads an endpoint by its name in the API document, and caches the response. */
export function useApi<O extends ReadOperation>(
  operation: O,
  given?: Given<O>,
  { enabled = true, keepPrevious = false }: ReadOptions = {},
): UseQueryResult<Answer<O>> {
  const queryKey = apiKey(operation, given)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      reading.through(queryKey, () => lyceum.call(operation, ...([{ ...given, signal }] as never))),
    enabled,
    ...(keepPrevious ? { placeholderData: (previous: unknown) => previous as never } : {}),
  }) as UseQueryResult<Answer<O>>
}
