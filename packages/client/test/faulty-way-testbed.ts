import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the way does to a request instead of bringing it there and back. */
export type Accident = 'lose the answer' | 'lose the request' | Response

export interface SeenRequest {
  name: string
  key: string | undefined
}

export interface FaultyWay {
  url: string
  seen: SeenRequest[]
  /** The next requests whose name begins so meet these, one each. */
  plan(name: string, ...accidents: Accident[]): void
  stop(): Promise<void>
}

/** A real server between client and service: it passes on, or has accidents as planned. */
export async function startFaultyWay(serviceUrl: string): Promise<FaultyWay> {
  const planned: { name: string; accident: Accident }[] = []
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const name = `${request.method} ${request.url!.replace('/api/v2', '')}`
    seen.push({ name, key: request.headers['idempotency-key'] as string | undefined })
    const at = planned.findIndex((plan) => name.startsWith(plan.name))
    const accident = at < 0 ? undefined : planned.splice(at, 1)[0]!.accident
    const body = await bodyOf(request)
    if (accident === 'lose the request') return void request.socket.destroy()
    const answer = accident instanceof Response ? accident : await passOn(serviceUrl, request, body)
    const text = await answer.text()
    if (accident === 'lose the answer') return void request.socket.destroy()
    writeAnswer(response, answer, text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    plan: (name, ...accidents) => {
      planned.push(...accidents.map((accident) => ({ name, accident })))
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function passOn(serviceUrl: string, request: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<Response> {
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
  const hasBody = request.method !== 'GET' && body.length > 0
  return fetch(`${serviceUrl}${request.url}`, {
    method: request.method!,
    headers,
    ...(hasBody ? { body } : {}),
  })
}

function writeAnswer(response: ServerResponse, answer: Response, text: string): void {
  for (const [name, value] of answer.headers)
    if (!['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name))
      response.setHeader(name, value)
  response.writeHead(answer.status)
  response.end(text)
}
