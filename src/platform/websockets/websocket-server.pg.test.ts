import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openSocket, type SocketCredentials, type TestSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { readConfig } from '../config/config.ts'
import { commonErrors, defineRefusals } from '../errors.ts'
import { INTERNAL_ERROR_BODY } from '../http/response.ts'
import { type HttpServer, startHttp } from '../http/server.ts'
import type { SessionId, UserId } from '../ids.ts'
import { startPostgresPubSub } from '../pubsub/postgres-pubsub.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { MemoryRateLimitStore } from '../rate-limits/memory-store.ts'
import { RateLimits } from '../rate-limits/rate-limits.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite } from '../transaction/write.ts'
import { z } from '../zod.ts'
import { ConnectionRegistry } from './connection-registry.ts'
import { frame } from './frames.ts'
import { WebSocketServer } from './websocket-server.ts'

const errors = defineRefusals({ not_now: { kind: 'conflict', message: 'Not now.' } })
const BIG = 'x'.repeat(15_000)

const HANDLERS = [
  frame({
    type: 'echo',
    summary: 'Says it back.',
    schema: z.object({ text: z.string(), afterMs: z.number().optional() }),
    handle: async (connection, { data, roomId }) => {
      if (data.afterMs) await Bun.sleep(data.afterMs)
      connection.send({ type: 'echoed', data: { text: data.text }, ...(roomId ? { roomId, seq: 7 } : {}) })
    },
  }),
  frame({
    type: 'refuse',
    summary: 'Refuses.',
    schema: z.object({}),
    handle: () => {
      throw errors.not_now()
    },
  }),
  frame({
    type: 'break',
    summary: 'Breaks.',
    schema: z.object({}),
    handle: () => {
      throw new TypeError('a secret detail')
    },
  }),
  frame({
    type: 'gush',
    summary: 'Sends more than a client reads.',
    schema: z.object({}),
    handle: (connection) => {
      for (let count = 0; count < 2_000 && connection.isOpen; count++)
        connection.send({ type: 'drop', data: { text: BIG } })
    },
  }),
]

interface TestServer {
  url: string
  connections: ConnectionRegistry
  http: HttpServer
  pubsub: PubSub
}

let database: TestDatabase
let here: TestServer
let there: TestServer
const open: TestSocket[] = []

/** In these tests the token is the name of the user, and the session is named after it. */
async function startTestServer(authenticationMs = 60_000): Promise<TestServer> {
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', CORS_ORIGINS: 'https://app.example.com' })
  const pubsub = await startPostgresPubSub(database.another({ poolSize: 2 }))
  const connections = new ConnectionRegistry(pubsub)
  const caller = (token: string) => {
    if (token.startsWith('bad')) throw commonErrors.unauthenticated()
    return { userId: token as UserId, sessionId: `session of ${token}` as SessionId, role: 'USER' as const }
  }
  const http = startHttp({
    config,
    autocommitDb: database.database.autocommit,
    write: createWrite(database.database, reactionTable([]), () => {}),
    rateLimits: new RateLimits({ ...config.limits, enabled: false, strict: new MemoryRateLimitStore() }),
    authenticate: caller,
    endpoints: [],
    plainRoutes: [],
    webSocketRoute: new WebSocketServer({
      path: '/api/v2/quiz-battles/ws',
      connections,
      handlers: HANDLERS,
      authenticate: caller,
      authenticateTicket: async (ticket) => caller(ticket),
      authenticationMs,
    }),
  })
  return { url: `http://127.0.0.1:${http.port}`, connections, http, pubsub }
}

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startTestServer()
  there = await startTestServer()
})

afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

afterAll(async () => {
  for (const { http, pubsub } of [here, there]) {
    await http.stop()
    await pubsub.close()
  }
  await database.drop()
})

async function enter(credentials: SocketCredentials, server = here): Promise<TestSocket> {
  const socket = await openSocket(server.url, credentials)
  open.push(socket)
  return socket
}

describe('authenticating a WebSocket connection', () => {
  test('a connection authenticates by subprotocol, by ticket, or by a first frame', async () => {
    const byProtocol = await enter({ accessToken: 'ada' })
    expect((await byProtocol.next('auth.ok')).data).toEqual({ userId: 'ada' })
    const byTicket = await enter({ ticket: 'bob' })
    expect((await byTicket.next('auth.ok')).data).toEqual({ userId: 'bob' })
    const byMessage = await enter({})
    byMessage.send('auth', { accessToken: 'cleo' })
    expect((await byMessage.next('auth.ok')).data).toEqual({ userId: 'cleo' })
    byMessage.send('echo', { text: 'hello' })
    expect(await byMessage.next('echoed')).toMatchObject({ v: 1, seq: 0, data: { text: 'hello' } })
  })

  test('a connection with wrong credentials gets an error and is closed', async () => {
    for (const credentials of [{ accessToken: 'bad' }, { ticket: 'bad' }]) {
      const socket = await enter(credentials)
      expect((await socket.next('error')).data).toMatchObject({ code: 'UNAUTHENTICATED', replyTo: 'auth' })
      expect((await socket.waitUntilClosed()).code).toBe(4401)
    }
    const lateSocket = await enter({})
    lateSocket.send('auth', { accessToken: 'bad' })
    expect((await lateSocket.waitUntilClosed()).code).toBe(4401)
  })

  test('a connection that sends a frame before authentication is closed', async () => {
    const socket = await enter({})
    socket.send('echo', { text: 'hello' })
    expect((await socket.waitUntilClosed()).code).toBe(4401)
    expect(socket.frames.map(({ type }) => type)).toEqual(['error'])
  })

  test('a connection that does not authenticate in time is closed', async () => {
    const impatient = await startTestServer(300)
    expect((await (await enter({}, impatient)).waitUntilClosed()).code).toBe(4408)
    await impatient.http.stop()
    await impatient.pubsub.close()
  })

  test('a connection from an unlisted origin is refused, and from a listed or our own origin accepted', async () => {
    const from = (origin: string) => enter({ accessToken: 'ada', headers: { origin } })
    await expect(from('https://evil.example')).rejects.toThrow('did not open')
    await (await from('https://app.example.com')).next('auth.ok')
    await (await from(here.url)).next('auth.ok')
  })

  test('a plain HTTP request to the WebSocket endpoint says what to use', async () => {
    const response = await fetch(`${here.url}/api/v2/quiz-battles/ws`)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toContain('WebSocket')
  })

  test('thirty concurrent connections of a user leave ten open', async () => {
    const connections = await Promise.all(Array.from({ length: 30 }, () => enter({ accessToken: 'crowd' })))
    await waitUntil(() => connections.every(({ closed, frames }) => closed || frames.length > 0))
    await waitUntil(() => connections.filter(({ closed }) => !closed).length <= 10)
    expect(here.connections.connectionsOf('crowd' as UserId)).toHaveLength(10)
  })

  test('an eleventh connection closes the oldest one of the user', async () => {
    const connections = []
    for (let count = 0; count < 11; count++) {
      const socket = await enter({ accessToken: 'many' })
      await socket.next('auth.ok')
      connections.push(socket)
    }
    expect((await connections[0]!.waitUntilClosed()).code).toBe(4409)
    expect(connections.slice(1).filter(({ closed }) => closed)).toEqual([])
    expect(here.connections.connectionsOf('many' as UserId)).toHaveLength(10)
  })
})

describe('a client frame', () => {
  test('frames are processed in order although an earlier one takes longer', async () => {
    const socket = await enter({ accessToken: 'ada' })
    socket.send('echo', { text: 'slow', afterMs: 50 })
    socket.send('echo', { text: 'quick' }, 'room-1')
    await socket.next('echoed')
    expect(await socket.next('echoed')).toMatchObject({ data: { text: 'quick' }, roomId: 'room-1', seq: 7 })
    expect(socket.frames.filter(({ type }) => type === 'echoed').map(({ data }) => data.text)).toEqual([
      'slow',
      'quick',
    ])
  })

  test('a refused, failing, unknown or malformed frame gets an error, and the connection stays open', async () => {
    const socket = await enter({ accessToken: 'ada' })
    socket.send('refuse')
    expect((await socket.next('error')).data).toEqual({
      code: 'NOT_NOW',
      message: 'Not now.',
      replyTo: 'refuse',
      requestId: expect.any(String),
    })
    socket.send('break')
    const broken = await socket.next('error')
    expect(broken.data).toMatchObject({
      code: INTERNAL_ERROR_BODY.code,
      message: INTERNAL_ERROR_BODY.message,
      replyTo: 'break',
    })
    expect(JSON.stringify(broken)).not.toContain('secret')
    socket.send('nonsense')
    expect((await socket.next('error')).data.code).toBe('VALIDATION_FAILED')
    socket.send('echo', { text: 5 })
    expect((await socket.next('error')).data.details[0].field).toBe('text')
    socket.send('ping')
    await socket.next('pong')
  })

  test('a frame with an id is answered once with the same id, after its other frames', async () => {
    const socket = await enter({ accessToken: 'ada' })
    const id = '"1"\n'
    socket.send('echo', { text: 'hello', afterMs: 5 }, undefined, id)
    expect(await socket.next('ack')).toMatchObject({ id, data: { replyTo: 'echo' } })
    expect(socket.frames.map(({ type }) => type)).toEqual(['auth.ok', 'echoed', 'ack'])
    for (const [type, code] of [
      ['refuse', 'NOT_NOW'],
      ['break', 'INTERNAL_ERROR'],
      ['nonsense', 'VALIDATION_FAILED'],
    ] as const) {
      socket.send(type, {}, undefined, type)
      expect(await socket.next('error')).toMatchObject({ id: type, data: { code, replyTo: type } })
    }
    socket.send('echo', { text: 'no id' })
    await socket.next('echoed')
    socket.send('ping', {}, undefined, 'last')
    expect((await socket.next('ack')).id).toBe('last')
    expect(socket.frames.filter(({ type }) => type === 'ack')).toHaveLength(2)
  })

  test('a frame with a once key is sent once on each connection', async () => {
    const [one, other] = [await enter({ accessToken: 'eva' }), await enter({ accessToken: 'eva' })]
    for (const socket of [one, other]) await socket.next('auth.ok')
    for (const text of ['first', 'second'])
      here.connections.sendToUser('eva' as UserId, { type: 'news', data: { text }, onceKey: 'news' })
    here.connections.connectionsOf('eva' as UserId)[0]!.send({ type: 'news', data: {}, onceKey: 'news' })
    here.connections.sendToUser('eva' as UserId, { type: 'done', data: {} })
    for (const socket of [one, other]) {
      await socket.next('done')
      const news = socket.frames.filter(({ type }) => type === 'news')
      expect(news.map(({ data }) => data.text)).toEqual(['first'])
    }
  })

  for (const [what, garbage, code] of [
    ['text that is not JSON', 'hello', 4400],
    ['a list', '[]', 4400],
    ['null', 'null', 4400],
    ['an object without a type', '{"data":{}}', 4400],
    ['a long id', `{"type":"ping","id":"${'x'.repeat(65)}"}`, 4400],
    ['bytes', new Uint8Array([1, 2, 3]), 1003],
  ] as const) {
    test(`a frame with ${what} closes the connection with a reason`, async () => {
      const socket = await enter({ accessToken: 'ada' })
      await socket.next('auth.ok')
      socket.sendRaw(garbage)
      expect((await socket.waitUntilClosed()).code).toBe(code)
    })
  }

  test('a frame of a megabyte closes its connection and affects no other', async () => {
    const neighbour = await enter({ accessToken: 'bob' })
    const socket = await enter({ accessToken: 'ada' })
    await socket.next('auth.ok')
    socket.sendRaw('x'.repeat(1024 * 1024))
    expect((await socket.waitUntilClosed()).code).not.toBe(1000)
    neighbour.send('ping')
    await neighbour.next('pong')
  })

  test('more than twenty frames a second close the connection as flooding', async () => {
    const socket = await enter({ accessToken: 'ada' })
    await socket.next('auth.ok')
    for (let count = 0; count < 200; count++) socket.send('ping')
    expect((await socket.waitUntilClosed()).code).toBe(4429)
    expect(socket.frames.filter(({ type }) => type === 'pong').length).toBeLessThan(100)
  })
})

test('a client that never reads is closed, and its unread frames are dropped', async () => {
  const { port } = here.http
  const socket = connect(port, '127.0.0.1')
  let isGone = false
  socket.on('close', () => {
    isGone = true
  })
  socket.on('error', () => undefined)
  socket.write(
    [
      'GET /api/v2/quiz-battles/ws HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol: lyceum.v1, bearer.mute',
      '\r\n',
    ].join('\r\n'),
  )
  await waitUntil(() => here.connections.connectionsOf('mute' as UserId).length === 1)
  socket.pause()
  const text = JSON.stringify({ type: 'gush', data: {} })
  const mask = Buffer.alloc(4)
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]))
  await waitUntil(() => here.connections.connectionsOf('mute' as UserId).length === 0)
  socket.resume()
  await waitUntil(() => isGone)
})

describe('a frame to a user', () => {
  test("a frame to a user reaches all of the user's connections on every process once, and no other user", async () => {
    const own = await enter({ accessToken: 'dora' })
    const mineThere = await enter({ accessToken: 'dora' }, there)
    const foreign = await enter({ accessToken: 'eve' }, there)
    for (const socket of [own, mineThere, foreign]) await socket.next('auth.ok')
    // The subscription is active a moment after the connection is open.
    await waitUntil(async () => {
      here.connections.sendToUser('dora' as UserId, { type: 'probe', data: {} })
      await Bun.sleep(20)
      return mineThere.frames.some(({ type }) => type === 'probe')
    })
    here.connections.sendToUser('dora' as UserId, { type: 'notification', data: { id: 1 } })
    there.connections.sendToUser('dora' as UserId, { type: 'notification', data: { id: 2 } })
    for (const socket of [own, mineThere])
      await waitUntil(() => socket.frames.filter(({ type }) => type === 'notification').length >= 2)
    await Bun.sleep(50)
    for (const socket of [own, mineThere]) {
      const ids = socket.frames.filter(({ type }) => type === 'notification').map(({ data }) => data.id)
      expect(ids.sort()).toEqual([1, 2])
    }
    expect(foreign.frames.map(({ type }) => type)).toEqual(['auth.ok'])
  })
})

test('the end of a session closes its connections and no other', async () => {
  const own = await enter({ accessToken: 'fay' })
  const other = await enter({ accessToken: 'gus' })
  await own.next('auth.ok')
  await other.next('auth.ok')
  here.connections.closeSession('session of fay' as SessionId)
  expect((await own.waitUntilClosed()).code).toBe(4410)
  expect(other.closed).toBeUndefined()
})

test('stop closes all connections and does not wait for clients', async () => {
  const server = await startTestServer()
  const known = await enter({ accessToken: 'ada' }, server)
  await known.next('auth.ok')
  const otherNetwork = await enter({}, server)
  await server.http.stop()
  expect((await known.waitUntilClosed()).code).toBe(1001)
  expect((await otherNetwork.waitUntilClosed()).code).toBe(1001)
  await server.pubsub.close()
})
