import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { z } from '@hono/zod-openapi'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openSocket, type SocketCredentials, type TestSocket } from '../../../test/harness/socket.ts'
import { until } from '../../../test/harness/until.ts'
import { readConfig } from '../config.ts'
import { defineRefusals, refusals } from '../errors.ts'
import { type HttpServer, startHttp } from '../http/server.ts'
import type { SessionId, UserId } from '../ids.ts'
import { Limits } from '../limits/limits.ts'
import { MemoryLimits } from '../limits/memory.ts'
import type { Live } from '../live/live.ts'
import { startPostgresLive } from '../live/postgres.ts'
import { SocketDoor } from './door.ts'
import { frame } from './frames.ts'
import { Sockets } from './sockets.ts'

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
    summary: 'Says more than anybody reads.',
    schema: z.object({}),
    handle: (connection) => {
      for (let count = 0; count < 2_000 && connection.isOpen; count++)
        connection.send({ type: 'drop', data: { text: BIG } })
    },
  }),
]

interface Place {
  url: string
  sockets: Sockets
  http: HttpServer
  live: Live
}

let database: TestDatabase
let here: Place
let there: Place
const open: TestSocket[] = []

/** In these tests the token is the name of the user; the session is named after it. */
async function startPlace(authenticationMs = 60_000): Promise<Place> {
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', CORS_ORIGINS: 'https://app.example.com' })
  const live = await startPostgresLive(database.another({ poolSize: 2 }))
  const sockets = new Sockets(live)
  const caller = (token: string) => {
    if (token.startsWith('bad')) throw refusals.unauthenticated()
    return { userId: token as UserId, sessionId: `session of ${token}` as SessionId, role: 'USER' as const }
  }
  const http = startHttp({
    config,
    db: database.database.query,
    limits: new Limits({ ...config.limits, enabled: false, strict: new MemoryLimits() }),
    authenticate: caller,
    endpoints: [],
    plainRoutes: [],
    socketDoor: new SocketDoor({
      path: '/api/v2/quiz-battles/ws',
      sockets,
      handlers: HANDLERS,
      authenticate: caller,
      authenticateTicket: async (ticket) => caller(ticket),
      authenticationMs,
    }),
  })
  return { url: `http://127.0.0.1:${http.port}`, sockets, http, live }
}

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startPlace()
  there = await startPlace()
})

afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

afterAll(async () => {
  for (const { http, live } of [here, there]) {
    await http.stop()
    await live.close()
  }
  await database.drop()
})

async function enter(credentials: SocketCredentials, place = here): Promise<TestSocket> {
  const socket = await openSocket(place.url, credentials)
  open.push(socket)
  return socket
}

describe('coming in', () => {
  test('by subprotocol, by ticket, or by a first message', async () => {
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

  test('with wrong credentials is answered and closed', async () => {
    for (const credentials of [{ accessToken: 'bad' }, { ticket: 'bad' }]) {
      const socket = await enter(credentials)
      expect((await socket.next('error')).data).toMatchObject({ code: 'UNAUTHENTICATED', replyTo: 'auth' })
      expect((await socket.untilClosed()).code).toBe(4401)
    }
    const late = await enter({})
    late.send('auth', { accessToken: 'bad' })
    expect((await late.untilClosed()).code).toBe(4401)
  })

  test('and talking before saying who one is, is closed', async () => {
    const socket = await enter({})
    socket.send('echo', { text: 'hello' })
    expect((await socket.untilClosed()).code).toBe(4401)
    expect(socket.frames.map(({ type }) => type)).toEqual(['error'])
  })

  test('and saying nothing is closed', async () => {
    const impatient = await startPlace(300)
    expect((await (await enter({}, impatient)).untilClosed()).code).toBe(4408)
    await impatient.http.stop()
    await impatient.live.close()
  })

  test('from a page of a foreign origin is refused, from a known one or our own it is not', async () => {
    const from = (origin: string) => enter({ accessToken: 'ada', headers: { origin } })
    await expect(from('https://evil.example')).rejects.toThrow('did not open')
    await (await from('https://app.example.com')).next('auth.ok')
    await (await from(here.url)).next('auth.ok')
  })

  test('without a WebSocket client says what to use', async () => {
    const answer = await fetch(`${here.url}/api/v2/quiz-battles/ws`)
    expect(answer.status).toBe(400)
    expect((await answer.json()).message).toContain('WebSocket')
  })

  test('thirty times at once leaves the user three sockets', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => enter({ accessToken: 'crowd' })))
    await until(() => sockets.every(({ closed, frames }) => closed || frames.length > 0))
    await until(() => sockets.filter(({ closed }) => !closed).length <= 3)
    expect(here.sockets.ofUser('crowd' as UserId)).toHaveLength(3)
  })

  test('a fourth time closes the oldest socket of the user', async () => {
    const sockets = []
    for (let count = 0; count < 4; count++) {
      const socket = await enter({ accessToken: 'many' })
      await socket.next('auth.ok')
      sockets.push(socket)
    }
    expect((await sockets[0]!.untilClosed()).code).toBe(4409)
    expect(sockets.slice(1).map(({ closed }) => closed)).toEqual([undefined, undefined, undefined])
    expect(here.sockets.ofUser('many' as UserId)).toHaveLength(3)
  })
})

describe('a frame', () => {
  test('keeps its order although an earlier one takes longer', async () => {
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

  test('that is refused, broken, unknown or malformed is answered, and the socket stays', async () => {
    const socket = await enter({ accessToken: 'ada' })
    socket.send('refuse')
    expect((await socket.next('error')).data).toEqual({
      code: 'NOT_NOW',
      message: 'Not now.',
      replyTo: 'refuse',
    })
    socket.send('break')
    const broken = await socket.next('error')
    expect(broken.data).toMatchObject({ code: 'INTERNAL_ERROR', replyTo: 'break' })
    expect(JSON.stringify(broken)).not.toContain('secret')
    socket.send('nonsense')
    expect((await socket.next('error')).data.code).toBe('VALIDATION_FAILED')
    socket.send('echo', { text: 5 })
    expect((await socket.next('error')).data.details[0].field).toBe('text')
    socket.send('ping')
    await socket.next('pong')
  })

  for (const [what, garbage, code] of [
    ['text that is no JSON', 'hello', 4400],
    ['a list', '[]', 4400],
    ['null', 'null', 4400],
    ['an object without a type', '{"data":{}}', 4400],
    ['bytes', new Uint8Array([1, 2, 3]), 1003],
  ] as const) {
    test(`of ${what} closes the socket with a reason`, async () => {
      const socket = await enter({ accessToken: 'ada' })
      await socket.next('auth.ok')
      socket.sendRaw(garbage)
      expect((await socket.untilClosed()).code).toBe(code)
    })
  }

  test('of a megabyte closes the socket, and nobody else notices', async () => {
    const neighbour = await enter({ accessToken: 'bob' })
    const socket = await enter({ accessToken: 'ada' })
    await socket.next('auth.ok')
    socket.sendRaw('x'.repeat(1024 * 1024))
    expect((await socket.untilClosed()).code).not.toBe(1000)
    neighbour.send('ping')
    await neighbour.next('pong')
  })

  test('over twenty a second close the socket as flooding', async () => {
    const socket = await enter({ accessToken: 'ada' })
    await socket.next('auth.ok')
    for (let count = 0; count < 200; count++) socket.send('ping')
    expect((await socket.untilClosed()).code).toBe(4429)
    expect(socket.frames.filter(({ type }) => type === 'pong').length).toBeLessThan(100)
  })
})

test('a client that never reads is closed, and what it did not read is not kept', async () => {
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
  await until(() => here.sockets.ofUser('mute' as UserId).length === 1)
  socket.pause()
  const text = JSON.stringify({ type: 'gush', data: {} })
  const mask = Buffer.alloc(4)
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]))
  await until(() => here.sockets.ofUser('mute' as UserId).length === 0)
  socket.resume()
  await until(() => isGone)
})

describe('a frame to a user', () => {
  test('reaches all of their sockets on every process, once each, and nobody else', async () => {
    const mine = await enter({ accessToken: 'dora' })
    const mineThere = await enter({ accessToken: 'dora' }, there)
    const foreign = await enter({ accessToken: 'eve' }, there)
    for (const socket of [mine, mineThere, foreign]) await socket.next('auth.ok')
    // The channel is heard a moment after the socket is open.
    await until(async () => {
      here.sockets.toUser('dora' as UserId, { type: 'probe', data: {} })
      await Bun.sleep(20)
      return mineThere.frames.some(({ type }) => type === 'probe')
    })
    here.sockets.toUser('dora' as UserId, { type: 'notification', data: { id: 1 } })
    there.sockets.toUser('dora' as UserId, { type: 'notification', data: { id: 2 } })
    for (const socket of [mine, mineThere])
      await until(() => socket.frames.filter(({ type }) => type === 'notification').length >= 2)
    await Bun.sleep(50)
    for (const socket of [mine, mineThere]) {
      const ids = socket.frames.filter(({ type }) => type === 'notification').map(({ data }) => data.id)
      expect(ids.sort()).toEqual([1, 2])
    }
    expect(foreign.frames.map(({ type }) => type)).toEqual(['auth.ok'])
  })
})

test('the end of a session closes its sockets and no other', async () => {
  const mine = await enter({ accessToken: 'fay' })
  const other = await enter({ accessToken: 'gus' })
  await mine.next('auth.ok')
  await other.next('auth.ok')
  here.sockets.closeSession('session of fay' as SessionId)
  expect((await mine.untilClosed()).code).toBe(4410)
  expect(other.closed).toBeUndefined()
})

test('stopping says good-bye and does not wait for those who stay', async () => {
  const place = await startPlace()
  const known = await enter({ accessToken: 'ada' }, place)
  await known.next('auth.ok')
  const stranger = await enter({}, place)
  await place.http.stop()
  expect((await known.untilClosed()).code).toBe(1001)
  expect((await stranger.untilClosed()).code).toBe(1001)
  await place.live.close()
})
