import { counter, histogram } from './metrics.ts'
import { childSpan } from './tracing/tracing.ts'

/** The called providers, by their names in metrics and traces. */
export type Peer = 'chain' | 'fcm' | 'google' | 'llm' | 'payments' | 'smtp' | 'storage' | 'web_push'

const calls = counter('lyceum_outgoing_calls_total', 'Calls to external servers, by outcome', [
  'peer',
  'outcome',
])
const seconds = histogram('lyceum_outgoing_call_seconds', 'Duration of calls to external servers', ['peer'])

/** Runs one call to an external server with metrics and, if traced, a span. */
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

/** `fetch` with metrics and traces. They exclude the URL: it may contain an order, a device or a key. */
export function observedFetch(peer: Peer, url: string, request: RequestInit): Promise<Response> {
  return observeCall(
    peer,
    () => fetch(url, request),
    ({ status }) => (status >= 500 || status === 429 ? 'unavailable' : status >= 400 ? 'rejected' : 'ok'),
  )
}

/** Reads the text of a response up to a limit. `isWhole` is false if there is more. */
export async function readResponseText(
  response: Response,
  limitBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > limitBytes) break
  }
  const text = Buffer.concat(chunks).subarray(0, limitBytes).toString('utf8')
  return { text, isWhole: bytes <= limitBytes }
}

/** Seconds or a date, as in HTTP. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
