import type { Fetch } from '../../packages/client/src/lyceum.ts'
import {
  type ApiClient,
  type ApiRequest,
  type ApiResponse,
  clientOver,
  createClient,
} from '../harness/api-client.ts'
import { ATTEMPTS_HEADER } from './load-balancer.ts'
import type { ResponseHistory } from './response-history.ts'

const PAUSE_MS = 100
const TIMEOUT_MS = 200_000
const RETRYABLE_STATUSES = [429, 502, 503, 504]

/**
 * A well-behaved client: sends every write with a key, and retries with the same key until the response is
 * final. Records successful responses. Uses several base URLs in turn.
 */
export function createRetryingClient(urls: string[], history: ResponseHistory): ApiClient {
  const clients = urls.map((url) => createClient(url))
  let turn = 0

  const call: ApiClient['call'] = async (route, request = {}) => {
    const keyed = withKey(route, request)
    const deadline = performance.now() + TIMEOUT_MS
    let sends = 0
    for (;;) {
      const response = await clients[turn++ % clients.length]!.call(route, keyed).catch(() => undefined)
      sends += Number(response?.headers.get(ATTEMPTS_HEADER) ?? 1)
      if (response && !isRetryable(response)) {
        history.record(route, request.token, response.status, response.body)
        return { ...response, sends }
      }
      if (performance.now() > deadline)
        throw new Error(`${route} was not answered: ${response?.status} ${JSON.stringify(response?.body)}`)
      await Bun.sleep(PAUSE_MS)
    }
  }
  return clientOver(call)
}

/** A new key by default; an empty one means none. */
function withKey(route: string, request: ApiRequest): ApiRequest {
  if (route.startsWith('GET ')) return request
  const headers: Record<string, string> = { 'idempotency-key': crypto.randomUUID(), ...request.headers }
  const { 'idempotency-key': key, ...others } = headers
  return { ...request, headers: key === '' ? others : headers }
}

function isRetryable({ status, body }: ApiResponse): boolean {
  return RETRYABLE_STATUSES.includes(status) || body.error?.code === 'IDEMPOTENCY_IN_PROGRESS'
}

/**
 * The `fetch` of a client that has its own retries: records successful responses, and waits while no process runs, which on a busy
 * machine takes longer than all retries of the client.
 */
export function recordingFetch(history: ResponseHistory): Fetch {
  return async (url, init) => {
    const response = await fetchFromAnyProcess(url, init)
    const text = await response.clone().text()
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length)
    const route = `${init.method} ${new URL(url).pathname.replace('/api/v2', '')}`
    history.record(route, token, response.status, text.startsWith('{') ? JSON.parse(text) : text)
    return response
  }
}

/** The load balancer answers 503 if no process took the request. The client ends the wait by its signal. */
async function fetchFromAnyProcess(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    if (response.status !== 503) return response
    await response.body?.cancel()
    await Bun.sleep(PAUSE_MS)
  }
}
