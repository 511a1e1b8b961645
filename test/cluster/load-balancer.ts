import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection, type Socket } from 'node:net'

/** Reports how often a request was sent, because the first attempt may have been processed. */
export const ATTEMPTS_HEADER = 'x-balancer-attempts'

const HEALTH_CHECK_INTERVAL_MS = 100
const HEALTH_CHECK_TIMEOUT_MS = 2_000

export interface LoadBalancer {
  url: string
  /** The backends that get requests now. */
  healthy(): string[]
  stop(): Promise<void>
}

type Body = Buffer<ArrayBuffer>

interface Backend {
  url: URL
  isHealthy: boolean
}

/**
 * The load balancer: sends requests to the ready backends in turn. A request that reached no backend goes to
 * the next one; one that may have been processed is retried only if it is idempotent.
 */
export async function startLoadBalancer(urls: string[]): Promise<LoadBalancer> {
  const backends: Backend[] = urls.map((url) => ({ url: new URL(url), isHealthy: true }))
  const sockets = new Set<Socket>()
  let turn = 0
  const choose = (tried: ReadonlySet<Backend>): Backend | undefined => {
    const able = backends.filter((backend) => backend.isHealthy && !tried.has(backend))
    return able[turn++ % able.length]
  }
  const stopHealthChecks = startHealthChecks(backends)

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    if (body) await serve(request, body, response)
  })

  async function serve(request: IncomingMessage, body: Body, response: ServerResponse): Promise<void> {
    const tried = new Set<Backend>()
    for (let attempts = 1; ; attempts++) {
      const backend = choose(tried)
      if (!backend) return refuse(response, tried.size === 0 ? 503 : 502, attempts)
      tried.add(backend)
      const forwarded = await forward(backend.url, request, body)
      if (typeof forwarded !== 'string') {
        const headers = { ...forwarded.headers, [ATTEMPTS_HEADER]: String(attempts) }
        response.writeHead(forwarded.status, headers).end(forwarded.body)
        return
      }
      backend.isHealthy = false
      if (forwarded === 'maybe done' && !isRepeatable(request)) return refuse(response, 502, attempts)
    }
  }

  server.on('upgrade', (request: IncomingMessage, near: Socket, head: Buffer) => {
    const backend = choose(new Set())
    if (!backend) return void near.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    const far = createConnection(Number(backend.url.port), backend.url.hostname)
    far.write(Buffer.concat([Buffer.from(headOf(request)), head]))
    for (const [socket, opposite] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => opposite.write(bytes))
      socket.on('error', () => opposite.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        opposite.destroy()
      })
    }
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    healthy: () => backends.filter(({ isHealthy }) => isHealthy).map(({ url }) => url.origin),
    stop: async () => {
      stopHealthChecks()
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface BackendResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Forwards a complete response or none. */
async function forward(
  backend: URL,
  request: IncomingMessage,
  body: Body,
): Promise<BackendResponse | 'not sent' | 'maybe done'> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  try {
    const response = await fetch(new URL(request.url!, backend), {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
      redirect: 'manual',
      decompress: false,
      // One connection per request: a reused one may be dead, and then it is unknown whether the request was
      // processed.
      keepalive: false,
    })
    const { connection: ____, 'transfer-encoding': _____, ...responseHeaders } = response.headers.toJSON()
    return {
      status: response.status,
      headers: responseHeaders,
      body: Buffer.from(await response.arrayBuffer()),
    }
  } catch (error) {
    return (error as { code?: string }).code === 'ECONNREFUSED' ? 'not sent' : 'maybe done'
  }
}

function startHealthChecks(backends: Backend[]): () => void {
  let isStopped = false
  const checkHealth = async (backend: Backend) => {
    while (!isStopped) {
      const signal = AbortSignal.timeout(HEALTH_CHECK_TIMEOUT_MS)
      backend.isHealthy = await fetch(`${backend.url.origin}/health/ready`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
      await Bun.sleep(HEALTH_CHECK_INTERVAL_MS)
    }
  }
  for (const backend of backends) void checkHealth(backend)
  return () => {
    isStopped = true
  }
}

/** Reads are idempotent, and so are requests with an idempotency key. */
function isRepeatable({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined
}

function refuse(response: ServerResponse, status: number, attempts: number): void {
  const body = { success: false, message: 'No process took this.', error: { code: 'BAD_GATEWAY' } }
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'retry-after': '1',
      [ATTEMPTS_HEADER]: String(attempts),
    })
    .end(JSON.stringify(body))
}

function headOf({ method, url, headers }: IncomingMessage): string {
  return `${method} ${url} HTTP/1.1\r\n${headerLines(headers)}\r\n`
}

function headerLines(headers: IncomingHttpHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
