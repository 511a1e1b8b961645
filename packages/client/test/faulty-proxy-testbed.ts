import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fault that the proxy applies to a request. */
export type ProxyFault = 'lose the answer' | 'lose the request' | Response

export interface SeenRequest {
  name: string
  key: string | undefined
}

export interface FaultyProxy {
  url: string
  seen: SeenRequest[]
  /** The next requests whose name starts with this text get these faults, one each. */
  plan(name: string, ...faults: ProxyFault[]): void
  stop(): Promise<void>
}

/** A real server between client and service. It forwards requests, or applies the planned faults. */
export async function startFaultyProxy(serviceUrl: string): Promise<FaultyProxy> {
  const planned: { name: string; fault: ProxyFault }[] = []
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const name = `${request.method} ${request.url!.replace('/api/v2', '')}`
    seen.push({ name, key: request.headers['idempotency-key'] as string | undefined })
    const at = planned.findIndex((plan) => name.startsWith(plan.name))
    const fault = at < 0 ? undefined : planned.splice(at, 1)[0]!.fault
    const body = await bodyOf(request)
    if (fault === 'lose the request') return void request.socket.destroy()
    const forwarded = fault instanceof Response ? fault : await forward(serviceUrl, request, body)
    const text = await forwarded.text()
    if (fault === 'lose the answer') return void request.socket.destroy()
    writeResponse(response, forwarded, text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    plan: (name, ...faults) => {
      planned.push(...faults.map((fault) => ({ name, fault })))
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function forward(serviceUrl: string, request: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<Response> {
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
  const hasBody = request.method !== 'GET' && body.length > 0
  return fetch(`${serviceUrl}${request.url}`, {
    method: request.method!,
    headers,
    ...(hasBody ? { body } : {}),
  })
}

function writeResponse(response: ServerResponse, forwarded: Response, text: string): void {
  for (const [name, value] of forwarded.headers)
    if (!['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name))
      response.setHeader(name, value)
  response.writeHead(forwarded.status)
  response.end(text)
}
