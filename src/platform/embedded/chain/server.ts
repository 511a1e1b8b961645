import { type Rpc, RpcRefusal } from '../../chain/rpc.ts'

const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const BATCH_LIMIT = 200
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603

/** JSON-RPC on loopback, so that wallets, explorers and other processes of ours can connect. */
export function serveChain(rpc: Rpc, port: number): { port: number; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    maxRequestBodySize: BODY_LIMIT_BYTES,
    fetch: async (request) => {
      // A page on the internet can make a browser ask us under a name of its own. It is not served.
      const host = (request.headers.get('host') ?? '').replace(/:\d+$/, '')
      if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) return new Response('', { status: 403 })
      if (request.method !== 'POST') return new Response('JSON-RPC by POST', { status: 405 })
      return Response.json(await answerText(rpc, await request.text()))
    },
  })
  return { port: server.port!, stop: () => server.stop(true) }
}

async function answerText(rpc: Rpc, text: string): Promise<object> {
  let asked: unknown
  try {
    asked = JSON.parse(text)
  } catch {
    return failure(null, PARSE_ERROR, 'This is not JSON.')
  }
  if (!Array.isArray(asked)) return answerOne(rpc, asked)
  if (asked.length === 0 || asked.length > BATCH_LIMIT)
    return failure(null, INVALID_REQUEST, `A batch has 1 to ${BATCH_LIMIT} requests.`)
  return Promise.all(asked.map((one) => answerOne(rpc, one)))
}

async function answerOne(rpc: Rpc, asked: unknown): Promise<object> {
  const { id = null, method, params = [] } = (asked ?? {}) as Record<string, unknown>
  if (typeof method !== 'string' || !Array.isArray(params))
    return failure(id, INVALID_REQUEST, 'A request has a method and a list of params.')
  try {
    return { jsonrpc: '2.0', id, result: (await rpc.request(method, params)) ?? null }
  } catch (fault) {
    if (fault instanceof RpcRefusal) return failure(id, fault.code, fault.message, fault.revertData)
    return failure(id, INTERNAL_ERROR, String(fault))
  }
}

function failure(id: unknown, code: number, message: string, data?: string): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}
