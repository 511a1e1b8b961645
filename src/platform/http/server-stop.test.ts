import { expect, test } from 'bun:test'
import { RawConnection, startTestHttp } from '../../../test/harness/http.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const shown = {
  tag: 'Test',
  summary: 'Test',
  access: 'public',
  response: { status: 200, data: z.any() },
} as const
const GET_FAST = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n'

/** A server whose `/held` responds when the test releases it. */
function startPausedServer() {
  const gate = Promise.withResolvers<void>()
  let entered = 0
  const http = startTestHttp([
    endpoint({ ...shown, method: 'get', path: '/quick', handle: () => 'quick' }),
    endpoint({
      ...shown,
      method: 'post',
      path: '/echo',
      body: z.object({ name: z.string() }),
      handle: ({ body, respondAfterCommit }) => respondAfterCommit(body),
    }),
    endpoint({
      ...shown,
      method: 'get',
      path: '/held',
      handle: async () => {
        entered++
        await gate.promise
        return 'finished'
      },
    }),
  ])
  return { http, release: gate.resolve, entered: () => entered }
}

test('stop finishes the running requests and then ends', async () => {
  const { http, release, entered } = startPausedServer()
  const running = Array.from({ length: 20 }, () => http.ask('/held'))
  await waitUntil(() => entered() === 20)
  let stopped = false
  const stopping = http.stop().then(() => {
    stopped = true
  })
  await Bun.sleep(200)
  expect(stopped).toBe(false)
  release()
  const responses = await Promise.all(running)
  expect(responses.map((response) => response.json)).toEqual(
    Array(20).fill({ success: true, data: 'finished' }),
  )
  await stopping
})

test('stop refuses new requests: it accepts no connection, and an open one is closed or gets 503', async () => {
  const { http, release, entered } = startPausedServer()
  const idle = new RawConnection(http.port)
  idle.send(GET_FAST)
  expect((await idle.readResponse()).status).toBe(200)
  const busy = new RawConnection(http.port)
  busy.send('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
  await waitUntil(() => entered() === 1)

  const stopping = http.stop()
  const refused = new RawConnection(http.port)
  refused.send(GET_FAST)
  await refused.closed
  await expect(refused.readResponse(50)).rejects.toThrow('no whole answer')

  const outcome = await Promise.race([
    idle.closed.then(() => 'closed'),
    idle.readResponse().then(({ json }) => json.error.code),
  ])
  expect(['closed', 'SHUTTING_DOWN']).toContain(outcome)

  release()
  expect((await busy.readResponse()).json.data).toBe('finished')
  busy.send(GET_FAST)
  const next = await Promise.race([
    busy.closed.then(() => 'closed'),
    busy.readResponse().then(({ json }) => json.error.code),
  ])
  expect(['closed', 'SHUTTING_DOWN']).toContain(next)
  await stopping
  busy.end()
})

test('during stop a half-sent request gets 503, and one whose body is still arriving is finished', async () => {
  const { http, release, entered } = startPausedServer()
  const running = http.ask('/held')
  const halfSent = new RawConnection(http.port)
  halfSent.send('GET /quick HTTP/1.1\r\nHost: x\r\n')
  const uploading = new RawConnection(http.port)
  uploading.send('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 14\r\n\r\n{"name"')
  await waitUntil(() => entered() === 1)
  await Bun.sleep(200)

  const stopping = http.stop()
  await Bun.sleep(50)
  halfSent.send('\r\n')
  uploading.send(':"Ada"}')
  const refused = await halfSent.readResponse()
  expect([refused.status, refused.json.error.code]).toEqual([503, 'SHUTTING_DOWN'])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await uploading.readResponse()).json.data).toEqual({ name: 'Ada' })
  release()
  expect((await running).status).toBe(200)
  await stopping
})

test('stop without running requests ends immediately, and a second stop does nothing', async () => {
  const { http } = startPausedServer()
  await http.ask('/quick')
  const started = performance.now()
  await Promise.all([http.stop(), http.stop()])
  await http.stop()
  // Stop gives up waiting after fifteen seconds.
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a stopped server does not keep the process alive', () => {
  const program = `
    import { startTestHttp } from './test/harness/http.ts'
    const http = startTestHttp([])
    await http.ask('/unknown')
    await http.stop()`
  const started = performance.now()
  const child = Bun.spawnSync([process.execPath, '-e', program], { cwd: `${import.meta.dir}/../../..` })
  expect(child.exitCode).toBe(0)
  // The shortest of the server's long timeouts is fifteen seconds.
  expect(performance.now() - started).toBeLessThan(14_000)
})

// Runs the two longest timeouts of the server concurrently.
test.concurrent('stop gives up on a request that never ends after 15 seconds', async () => {
  const { http, entered } = startPausedServer()
  const running = http.ask('/held').then(
    () => 'answered',
    () => 'cut',
  )
  await waitUntil(() => entered() === 1)
  const started = performance.now()
  await http.stop()
  const took = performance.now() - started
  expect(took).toBeGreaterThan(14_000)
  expect(took).toBeLessThan(19_500)
  expect(await running).toBe('cut')
})

test.concurrent('a request that runs for 20 seconds gets a 503 that may be retried', async () => {
  const { http, release } = startPausedServer()
  const started = performance.now()
  const response = await http.ask('/held')
  const took = performance.now() - started
  expect(took).toBeGreaterThan(19_000)
  expect(took).toBeLessThan(30_000)
  expect([response.status, response.json.error.code]).toEqual([503, 'OVERLOADED'])
  expect(response.headers.get('retry-after')).toBe('2')
  expect((await http.ask('/quick')).status).toBe(200)
  release()
  await http.stop()
})

test('while the server drains, every request is served and its connection closes after the response', async () => {
  const { http, release } = startPausedServer()
  release()
  const requests = {
    endpoint: GET_FAST,
    write: 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 14\r\n\r\n{"name":"Ada"}',
    unknown: 'GET /unknown HTTP/1.1\r\nHost: x\r\n\r\n',
  }
  const opened = Object.entries(requests).map(([name, text]) => ({
    name,
    text,
    connection: new RawConnection(http.port),
  }))
  const askAll = () =>
    Promise.all(
      opened.map(async ({ name, text, connection }) => {
        connection.send(text)
        const { status, headers } = await connection.readResponse()
        return [name, status, headers.get('connection')]
      }),
    )
  expect(await askAll()).toEqual([
    ['endpoint', 200, null],
    ['write', 200, null],
    ['unknown', 404, null],
  ])
  http.drain()
  expect(await askAll()).toEqual([
    ['endpoint', 200, 'close'],
    ['write', 200, 'close'],
    ['unknown', 404, 'close'],
  ])
  await Promise.all(opened.map(({ connection }) => connection.closed))
  // New connections are accepted until the stop.
  expect((await http.ask('/quick')).status).toBe(200)
  await http.stop()
})
