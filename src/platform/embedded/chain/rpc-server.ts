import { type Rpc, RpcError } from '../../chain/rpc.ts'

const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const BATCH_LIMIT = 200
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603

/** JSON-RPC on loopback for wallets, explorers and other processes of the service. */
export function startRpcServer(rpc: Rpc, port: number): { port: number; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    maxRequestBodySize: BODY_LIMIT_BYTES,
    fetch: async (request) => {
      // A web page can send requests to loopback under its own host name (DNS rebinding). Such requests are
      // rejected.
      const host = (request.headers.get('host') ?? '').replace(/:\d+$/, '')
      if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) return new Response('', { status: 403 })
      if (request.method !== 'POST') return new Response('JSON-RPC by POST', { status: 405 })
      return Response.json(await respond(rpc, await request.text()))
    },
  })
  return { port: server.port!, stop: () => server.stop(true) }
}

async function respond(rpc: Rpc, text: string): Promise<object> {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return failure(null, PARSE_ERROR, 'This is not JSON.')
  }
  if (!Array.isArray(request)) return respondToOne(rpc, request)
  if (request.length === 0 || request.length > BATCH_LIMIT)
    return failure(null, INVALID_REQUEST, `A batch has 1 to ${BATCH_LIMIT} requests.`)
  return Promise.all(request.map((one) => respondToOne(rpc, one)))
}

async function respondToOne(rpc: Rpc, request: unknown): Promise<object> {
  const { id = null, method, params = [] } = (request ?? {}) as Record<string, unknown>
  if (typeof method !== 'string' || !Array.isArray(params))
    return failure(id, INVALID_REQUEST, 'A request has a method and a list of params.')
  try {
    return { jsonrpc: '2.0', id, result: (await rpc.request(method, params)) ?? null }
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error.code, error.message, error.revertData)
    return failure(id, INTERNAL_ERROR, String(error))
  }
}

function failure(id: unknown, code: number, message: string, data?: string): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}
