import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { openSocket, type SocketCredentials, type TestSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { commonErrors } from '../errors.ts'
import { type HttpServer, startHttp } from '../http/server.ts'
import type { SessionId, UserId } from '../ids.ts'
import { MemoryRateLimitStore } from '../rate-limits/memory-store.ts'
import { RateLimits } from '../rate-limits/rate-limits.ts'
import { WebSocketServer } from './websocket-server.ts'

const PATH = '/api/v2/quiz-battles/ws'
const LIMIT = 8

let database: TestDatabase
let platform: TestPlatform
let server: HttpServer
let url: string
const open: TestSocket[] = []

/** The token is the name of the user. `later-…` is verified asynchronously, and `bad-…` is not valid. */
function callerOf(token: string) {
  if (token.startsWith('bad')) throw commonErrors.unauthenticated()
  return { userId: token as UserId, sessionId: `session of ${token}` as SessionId, role: 'USER' as const }
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = await openTestPlatform(database, { settings: { LIMIT_GENERAL: `${LIMIT}/3600` } })
})
afterAll(async () => {
  await platform.close()
  await database.drop()
})

/** Starts a server with full buckets. */
function startServer(): void {
  const { config } = platform
  const rateLimits = new RateLimits({ ...config.limits, enabled: true, strict: new MemoryRateLimitStore() })
  server = startHttp({
    config,
    autocommitDb: platform.autocommitDb,
    write: platform.write,
    rateLimits,
    authenticate: callerOf,
    endpoints: [],
    plainRoutes: [],
    webSocketRoute: new WebSocketServer({
      path: PATH,
      connections: platform.connections,
      handlers: [],
      authenticate: (token) =>
        token.startsWith('later') ? Promise.resolve().then(() => callerOf(token)) : callerOf(token),
      authenticateTicket: async (ticket) => callerOf(ticket),
      countFrame: ({ userId }) => rateLimits.takeGeneral(userId, {}),
    }),
  })
  url = `http://127.0.0.1:${server.port}`
}
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close()
  await server.stop()
})

async function enter(credentials: SocketCredentials): Promise<TestSocket> {
  const socket = await openSocket(url, credentials)
  open.push(socket)
  return socket
}

for (const [what, credentials] of [
  ['a wrong token', { accessToken: 'bad-token' }],
  ['a wrong ticket', { ticket: 'bad-ticket' }],
] as const) {
  test(`upgrades with ${what} count against the limit of the network`, async () => {
    startServer()
    for (let count = 0; count < LIMIT; count++) {
      const socket = await enter(credentials)
      expect((await socket.waitUntilClosed()).code).toBe(4401)
    }
    await expect(enter(credentials)).rejects.toThrow('did not open')
    await expect(enter({})).rejects.toThrow('did not open')
    // A user with a verified token is not limited by the other clients of the network.
    await (await enter({ accessToken: 'ada' })).next('auth.ok')
  })
}

test('upgrades that are refused by HTTP count against the limit of the network', async () => {
  startServer()
  const statuses: number[] = []
  for (let count = 0; count < LIMIT + 2; count++) statuses.push((await fetch(url + PATH)).status)
  expect(statuses).toEqual([...Array(LIMIT).fill(400), 429, 429])
})

test('upgrades with valid credentials do not count against the limit of the network', async () => {
  startServer()
  for (let count = 0; count < LIMIT + 2; count++) {
    for (const credentials of [{ accessToken: `later-${count}` }, { ticket: `bob-${count}` }]) {
      const socket = await enter(credentials)
      await socket.next('auth.ok')
    }
    const late = await enter({})
    late.send('auth', { accessToken: `cleo-${count}` })
    await late.next('auth.ok')
  }
})

test('the frames of all connections of a user count against the general limit of the user', async () => {
  startServer()
  const sockets = [await enter({ accessToken: 'dora' }), await enter({ accessToken: 'dora' })]
  for (const socket of sockets) {
    await socket.next('auth.ok')
    for (let count = 0; count < LIMIT / 2; count++) {
      socket.send('ping')
      await socket.next('pong')
    }
  }
  sockets[0]!.send('ping')
  const refused = await sockets[0]!.next('error')
  expect(refused.data).toMatchObject({ code: 'RATE_LIMITED', replyTo: 'ping' })
  // An unknown frame counts as well, so it is refused before the server looks for its handler.
  sockets[1]!.send('nonsense')
  expect((await sockets[1]!.next('error')).data).toMatchObject({ code: 'RATE_LIMITED', replyTo: 'nonsense' })
})

for (const [what, opcode] of [
  ['ping', 0x89],
  ['pong', 0x8a],
] as const) {
  test(`more than twenty protocol ${what}s a second close the connection as flooding`, async () => {
    startServer()
    const socket = connect(server.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on('error', () => undefined)
    let isClosed = false
    socket.on('close', () => {
      isClosed = true
    })
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        `Sec-WebSocket-Protocol: lyceum.v1, bearer.${what}-flood\r\n\r\n`,
    )
    await waitUntil(() => platform.connections.connectionsOf(`${what}-flood` as UserId).length === 1)
    const frame = Buffer.from([opcode, 0x80, 0, 0, 0, 0])
    socket.write(Buffer.concat(Array<Buffer>(200).fill(frame)))
    await waitUntil(() => isClosed)
    expect(Buffer.concat(chunks).toString('latin1')).toContain('More than 20 frames')
  })
}
