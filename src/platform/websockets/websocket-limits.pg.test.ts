import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase } from '../../../test/harness/database.ts'
import { authenticateById, serveModule } from '../../../test/harness/module-server.ts'
import { openTestPlatform } from '../../../test/harness/platform.ts'
import { openRawSocket } from '../../../test/harness/raw-socket.ts'
import { openSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { UserId } from '../ids.ts'
import { WebSocketServer } from './websocket-server.ts'

const PATH = '/api/v2/quiz-battles/ws'
/** The first byte of a protocol ping. */
const PING = 0x89

let stop: () => Promise<void>
let url: string
let countOf: (userId: string) => number
beforeAll(async () => {
  const database = await createTestDatabase()
  const platform = await openTestPlatform(database)
  const server = serveModule({
    config: platform.config,
    autocommitDb: platform.autocommitDb,
    write: platform.write,
    endpoints: [],
    webSocketRoute: new WebSocketServer({
      path: PATH,
      connections: platform.connections,
      handlers: [],
      authenticate: authenticateById,
      authenticateTicket: async (ticket) => authenticateById(ticket),
    }),
  })
  url = server.url
  countOf = (userId) => platform.connections.connectionsOf(userId as UserId).length
  stop = async () => {
    await server.stop()
    await platform.close()
    await database.drop()
  }
})
afterAll(() => stop())

test.concurrent('an access token in the URL is not accepted under any name', async () => {
  const address = new URL(`${PATH}?accessToken=ada&access_token=ada&token=ada&bearer=ada`, url)
  const socket = new WebSocket(address.href.replace('http', 'ws'))
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
  })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send('{"v":1,"type":"ping","data":{}}')
  expect(await closed).toBe(4401)
  expect(countOf('ada')).toBe(0)
})

test.concurrent('a client of another version is closed with a reason', async () => {
  const socket = await openSocket(url, { accessToken: 'bob' })
  await socket.next('auth.ok')
  socket.sendRaw('{"v":2,"type":"ping","data":{}}')
  expect(await socket.waitUntilClosed()).toEqual({ code: 4400, reason: expect.stringContaining('"v": 1') })
})

test.concurrent('a frame may have 16 KB and not a byte more', async () => {
  const frameOf = (bytes: number) => {
    const empty = '{"v":1,"type":"ping","data":{"text":""}}'
    return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
  }
  const socket = await openSocket(url, { accessToken: 'cleo' })
  socket.sendRaw(frameOf(16 * 1024))
  await socket.next('pong')
  socket.sendRaw(frameOf(16 * 1024 + 1))
  await socket.waitUntilClosed()
  expect(socket.frames.filter(({ type }) => type === 'pong')).toHaveLength(1)
})

/** The heartbeat interval is a minute, so this test takes that long. */
test.concurrent('a silent client stays connected while it answers the heartbeat, and is closed when it does not', async () => {
  const quiet = await openSocket(url, { accessToken: 'quiet' })
  await quiet.next('auth.ok')
  // The machine is up but the program hangs: it answers nothing, not even a heartbeat.
  const dead = openRawSocket(url, 'dead')
  await waitUntil(() => countOf('dead') === 1)
  await waitUntil(() => dead.isClosed())
  expect(dead.received().includes(PING)).toBe(true)
  expect(countOf('dead')).toBe(0)

  // Connected before the dead client, and as silent: only the heartbeat answers differ.
  expect(quiet.closed).toBeUndefined()
  quiet.send('ping')
  await quiet.next('pong')
  quiet.close()
})
