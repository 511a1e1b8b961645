import { counter, histogram } from './metrics.ts'
import { childSpan } from './tracing/tracing.ts'

/** Whom we call, under the names that figures and traces have for them. */
export type Peer = 'chain' | 'fcm' | 'google' | 'llm' | 'payments' | 'smtp' | 'storage' | 'web_push'

const calls = counter('lyceum_outgoing_calls_total', "Calls of others' servers, by what came back", [
  'peer',
  'outcome',
])
const seconds = histogram('lyceum_outgoing_call_seconds', "Duration of calls of others' servers", ['peer'])

/** One call of somebody else's server: counted, timed and, where there is a trace, a part of it. */
export async function observeCall<Result>(
  peer: Peer,
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => string = () => 'ok',
): Promise<Result> {
  const span = childSpan(`call ${peer}`, 'client', { 'peer.service': peer })
  const started = performance.now()
  let outcome = 'no_response'
  try {
    const result = await work()
    outcome = outcomeOf(result)
    return result
  } finally {
    calls.inc({ peer, outcome })
    seconds.observe({ peer }, (performance.now() - started) / 1000)
    span?.end(outcome === 'ok' ? undefined : outcome)
  }
}

/** `fetch`, observed. The address is left out of it: it may hold an order, a device or a key. */
export function observedFetch(peer: Peer, url: string, request: RequestInit): Promise<Response> {
  return observeCall(
    peer,
    () => fetch(url, request),
    ({ status }) => (status >= 500 || status === 429 ? 'unavailable' : status >= 400 ? 'rejected' : 'ok'),
  )
}
