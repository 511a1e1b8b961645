import { afterEach, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { waitUntil } from '../harness/wait-until.ts'
import { ATTEMPTS_HEADER, type LoadBalancer, startLoadBalancer } from './load-balancer.ts'

// Tests the load balancer that the cluster tests rely on.

interface Backend {
  url: string
  seen: string[]
  isReady: boolean
  server: Server<unknown>
}

const backends: Backend[] = []
let balancer: LoadBalancer | undefined
afterEach(async () => {
  await balancer?.stop()
  await Promise.all(backends.splice(0).map(({ server }) => server.stop(true)))
})

/** Responds with its own number; closes the connection of a request for `/die`. */
function startBackend(number: number): Backend {
  const backend: Partial<Backend> & { seen: string[] } = { seen: [], isReady: true }
  backend.server = Bun.serve<undefined>({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request, server) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/health/ready') return new Response('', { status: backend.isReady ? 200 : 503 })
      if (pathname === '/ws') return server.upgrade(request) ? undefined : new Response('', { status: 400 })
      backend.seen.push(`${request.method} ${pathname} ${await request.text()}`)
      if (pathname === '/die' && number === 0) {
        await server.stop(true)
        return new Response('never seen')
      }
      return Response.json({ number }, { status: 201, headers: { 'x-own': 'kept' } })
    },
    websocket: { message: (socket, text) => void socket.send(`${number}: ${text}`) },
  }) as Server<unknown>
  backend.url = `http://127.0.0.1:${backend.server.port}`
  backends.push(backend as Backend)
  return backend as Backend
}

async function open(count: number): Promise<Backend[]> {
  const started = Array.from({ length: count }, (_, index) => startBackend(index))
  balancer = await startLoadBalancer(started.map(({ url }) => url))
  return started
}
const ask = (path: string, init?: RequestInit) => fetch(`${balancer!.url}${path}`, init)

test('requests are distributed in turn, with their bodies and response headers', async () => {
  const [one, other] = await open(2)
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => ask('/here', { method: 'POST', body: 'words' })),
  )
  expect(responses.map(({ status, headers }) => [status, headers.get('x-own')])).toEqual(
    Array(4).fill([201, 'kept']),
  )
  expect([one!.seen, other!.seen]).toEqual(Array(2).fill(Array(2).fill('POST /here words')))
})

test('a backend that is not ready gets no requests, and without a ready backend the response is 503', async () => {
  const [one, other] = await open(2)
  one!.isReady = false
  await waitUntil(() => balancer!.healthy().length === 1)
  for (let count = 0; count < 4; count++) await ask('/here')
  expect([one!.seen.length, other!.seen.length]).toEqual([0, 4])
  other!.isReady = false
  await waitUntil(() => balancer!.healthy().length === 0)
  const refused = await ask('/here')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
})

test('a request that reached no backend is sent to the next one, with any method', async () => {
  const [one, other] = await open(2)
  await one!.server.stop(true)
  // The socket closes a moment later; a connection accepted until then may have reached the backend.
  await waitUntil(() =>
    fetch(one!.url, { keepalive: false }).then(
      () => false,
      ({ code }) => code === 'ECONNREFUSED',
    ),
  )
  for (let count = 0; count < 4; count++) expect((await ask('/here', { method: 'POST' })).status).toBe(201)
  expect(other!.seen.length).toBe(4)
})

test('a request that may have been processed is retried only if it is idempotent, with a header; otherwise the response is 502', async () => {
  await open(2)
  const keyed = await ask('/die', { method: 'POST', headers: { 'idempotency-key': 'k' } })
  expect([keyed.status, keyed.headers.get(ATTEMPTS_HEADER)]).toEqual([201, '2'])
  await balancer!.stop()
  backends.splice(0)
  const [one, other] = await open(2)
  const careless = await ask('/die', { method: 'POST' })
  expect([careless.status, one!.seen.length + other!.seen.length]).toEqual([502, 1])
})

test('a WebSocket connection passes through the load balancer', async () => {
  await open(1)
  const socket = new WebSocket(`${balancer!.url.replace('http', 'ws')}/ws`)
  const received: string[] = []
  socket.onmessage = ({ data }) => received.push(data)
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send('hello')
  await waitUntil(() => received.length > 0)
  expect(received).toEqual(['0: hello'])
  socket.close()
})
