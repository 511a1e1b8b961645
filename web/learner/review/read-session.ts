import type { Answer } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, reading } from '../../ui/api/use-api.ts'

const BATCH = { query: { limit: 20 } } as const

/** Reads the next cards and the counts of today. Without a connection they are those that this device has stored. */
export async function readReviewSession(): Promise<{
  session: Answer<'GET /review/session'>['data']
  counts: Answer<'GET /review/due'>['data']
}> {
  const [session, due] = await Promise.all([
    read(apiKey('GET /review/session', BATCH), () => lyceum.call('GET /review/session', BATCH)),
    read(apiKey('GET /review/due'), () => lyceum.call('GET /review/due')),
  ])
  return { session: session.data, counts: due.data }
}

/** Asks the service each time: the cards change with every answer. */
function read<Response>(queryKey: readonly unknown[], call: () => Promise<Response>): Promise<Response> {
  const queryFn = () => reading.through(queryKey, call) as Promise<Response>
  return queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 })
}
