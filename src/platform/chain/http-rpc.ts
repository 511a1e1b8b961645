import { observedFetch } from '../outgoing-calls.ts'
import { type Rpc, RpcUnavailableError, readResponse } from './rpc.ts'

const TIMEOUT_MS = 10_000
const TOO_MANY_REQUESTS = 429

/**
 * A node over HTTP. `url` is called for each request, because the embedded chain may move to another process.
 */
export function createHttpRpc(url: () => string, timeoutMs = TIMEOUT_MS): Rpc {
  let lastId = 0
  return {
    async request(method, params = []) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
      return readResponse(method, await post(url(), method, body, timeoutMs))
    },
  }
}

async function post(url: string, method: string, body: string, timeoutMs: number): Promise<unknown> {
  let status: number | undefined
  try {
    const response = await observedFetch('chain', url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    // Nodes return errors with any status; only the JSON-RPC body counts, except for a rate limit.
    if (status !== TOO_MANY_REQUESTS) return await response.json()
  } catch (error) {
    const what = status === undefined ? (error as Error).message : `status ${status} without JSON`
    throw new RpcUnavailableError(`${method}: ${what}`, { cause: error })
  }
  throw new RpcUnavailableError(`${method}: the node limits requests (status ${status})`)
}
