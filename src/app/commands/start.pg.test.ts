import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { createClient } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { startTestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-start-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('start prints addresses, demo users and a sample request, stops on SIGTERM and keeps the demo users', async () => {
  const environment = {
    DATABASE_URL: database.url,
    DEMO_CONTENT: 'on',
    DATA_DIR: dataDir,
    LOG_FORMAT: 'text',
  }
  for (let start = 1; start <= 2; start++) {
    const service = await spawnService(environment)
    // The summary is printed after the server accepts requests, in one write.
    await waitUntil(() => service.output().includes('bun lyceum play'))
    const output = service.output()
    expect(output).toContain('Lyceum is ready')
    const addresses = [...output.matchAll(/^ {2}\w+ +http:\/\/localhost:\d+(\/\S*)/gm)].map(
      ([, path]) => path,
    )
    const first = ['/', '/studio', '/console', '/docs', '/api/v2', '/health/ready', '/dev/mail']
    expect(addresses.slice(0, first.length)).toEqual(first)
    for (const name of ['learner', 'rival', 'admin']) {
      expect(output).toMatch(new RegExp(`${name}@lyceum\\.local +${name}-demo-1`))
      const login = await service.call('POST /auth/login', {
        body: { email: `${name}@lyceum.local`, password: `${name}-demo-1` },
      })
      expect(login.status).toBe(200)
      expect(login.body.data.user.role).toBe(name === 'admin' ? 'ADMIN' : 'USER')
    }
    const [, url, token] = output.match(/curl (\S+) -H 'Authorization: Bearer (\S+)'/)!
    const pasted = await fetch(url!, { headers: { authorization: `Bearer ${token}` } })
    expect(pasted.status).toBe(200)
    const profile = (await pasted.json()) as { data: { email: string } }
    expect(profile.data.email).toBe('learner@lyceum.local')
    expect(await service.kill('SIGTERM')).toBe(0)
    await database.database.query`
      update session set created_at = created_at - interval '2 hours' where user_agent = 'start-up summary'`
  }
  const users = await database.database.query`select id from user_account`
  expect(users).toHaveLength(4)
  const sessions = await database.database.query`
    select id from session where user_agent = 'start-up summary' and revoked_at is null`
  expect(sessions).toHaveLength(1)
})

test('start without a terminal writes only JSON lines, and one that says what runs and what is external', async () => {
  const service = await spawnService({
    DATABASE_URL: database.url,
    DEMO_CONTENT: 'on',
    DATA_DIR: dataDir,
    LOG_REQUESTS: 'on',
    LOG_LEVEL: 'info',
  })
  try {
    const lines = () => service.output().split('\n').slice(0, -1)
    await waitUntil(() => lines().some((line) => line.includes('service: ready')))
    const user = await service.register()
    const marked = { headers: { 'x-request-id': 'req-1' } }
    await service.call('GET /user/profile?secret=query-value', { token: user.accessToken, ...marked })
    await service.call('GET //no/such/path-value', {})
    await service.call('GET //health/ready')
    const requests = () =>
      lines()
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'http: request')
    await waitUntil(() => requests().some(({ route }) => route === '(unmatched)'))
    const ready = lines()
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'service: ready')
    expect(ready).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        version: packageJson.version,
        commit: expect.stringMatching(/^([0-9a-f]{12}|unknown)$/),
        environment: 'development',
        role: 'all',
        address: service.url,
        publicUrl: expect.stringContaining('http://localhost:'),
        startedMs: expect.any(Number),
        database: new URL(database.url).host,
        replica: 'none',
        redis: 'none',
        storage: 'disk',
        mail: 'mailbox',
        chain: 'off',
        payments: 'sandbox',
        msg: 'service: ready',
      },
    ])
    const profile = requests().find(({ route }) => route === '/api/v2/user/profile')
    expect(profile).toMatchObject({
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
      requestId: 'req-1',
      userId: user.id,
    })
    expect(requests().find(({ route }) => route === '/api/v2/auth/register')).toMatchObject({
      method: 'POST',
      status: 201,
      requestId: expect.any(String),
    })
    expect(requests().map(({ route }) => route)).not.toContain('/health/ready')
    for (const secret of ['query-value', 'path-value', user.password, user.accessToken, user.email])
      expect(service.output()).not.toContain(secret)
  } finally {
    await service.kill('SIGTERM')
  }
})

test('on SIGTERM readiness fails while requests are served for DRAIN_SECONDS, and then the listener closes', async () => {
  const service = await spawnService({ DATABASE_URL: database.url, DRAIN_SECONDS: '8' })
  const user = await service.register()
  const signalled = performance.now()
  const ended = service.kill('SIGTERM')
  await waitUntil(async () => (await service.call('GET //health/ready')).status === 503)
  const ready = await service.call('GET //health/ready')
  expect([ready.status, ready.body.status]).toEqual([503, 'draining'])
  expect((await service.call('GET //health/live')).status).toBe(200)
  const written = await service.call('PATCH /user/profile', {
    token: user.accessToken,
    body: { bio: 'Written while the process drains.' },
  })
  expect(written.status).toBe(200)
  expect(await ended).toBe(0)
  expect(performance.now() - signalled).toBeGreaterThan(7_900)
})

test('two processes that start concurrently create every demo user once', async () => {
  const fresh = await createTestDatabase()
  try {
    const environment = { DATABASE_URL: fresh.url, DEMO_CONTENT: 'on' }
    const services = await Promise.all([spawnService(environment), spawnService(environment)])
    const users = await fresh.database.query<{ email: string }>`select email from user_account order by email`
    expect(users.map(({ email }) => email)).toEqual([
      'admin@lyceum.local',
      'author@lyceum.local',
      'learner@lyceum.local',
      'rival@lyceum.local',
    ])
    expect(await Promise.all(services.map((service) => service.kill('SIGTERM')))).toEqual([0, 0])
  } finally {
    await fresh.drop()
  }
})

test('a worker serves and prints only its health pages', async () => {
  const worker = await spawnService(
    { DATABASE_URL: database.url, DEMO_CONTENT: 'on', LOG_FORMAT: 'text' },
    'worker',
  )
  try {
    await waitUntil(() => worker.output().includes('Database'))
    expect(worker.output()).toContain('/health/ready')
    for (const part of ['/api/v2', '/docs', '/dev/mail', 'Demo users', 'curl'])
      expect(worker.output()).not.toContain(part)
    const client = createClient(worker.url)
    expect((await client.call('GET //health/live')).status).toBe(200)
    expect((await client.call('GET //health/ready')).body.checks).toEqual({
      database: 'ok',
      jobs: 'ok',
      storage: 'ok',
    })
    expect((await client.call('GET //metrics')).status).toBe(200)
    for (const path of [
      '/',
      '/docs',
      '/openapi.json',
      '/dev/mail',
      '/api/v2/user/profile',
      '/.well-known/jwks.json',
    ])
      expect((await client.call(`GET /${path}`)).status).toBe(404)
    expect((await client.call('POST /auth/login', { body: {} })).status).toBe(404)
    const health = await runCommand(['health'], { ROLE: 'worker', PORT: new URL(worker.url).port })
    expect([health.code, JSON.parse(health.output).status]).toEqual([0, 'ready'])
  } finally {
    await worker.kill('SIGTERM')
  }
})

test('start reports a port in use before it creates a database', async () => {
  const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const untouched = join(dataDir, 'never-made')
  try {
    const outcome = await runCommand(['start'], { DATA_DIR: untouched, PORT: String(holder.port) })
    expectReadableError(
      outcome,
      `Port ${holder.port} is in use. Stop the process that uses it, or choose another port with PORT=`,
    )
    expect(outcome.output).toBe('')
    expect(existsSync(untouched)).toBe(false)
  } finally {
    await holder.stop(true)
  }
})

test('with PORT=0 links contain the chosen port', async () => {
  const service = await startTestService()
  try {
    const { port } = new URL(service.url)
    const { body } = await service.call('GET //openapi.json')
    expect(body.servers[0].variables.publicUrl.default).toBe(`http://localhost:${port}`)
    const user = await service.register()
    const profile = await service.call('GET /user/profile', { token: user.accessToken })
    expect(profile.body.data.profileImageUrl).toStartWith(`http://localhost:${port}/`)
  } finally {
    await service.stop()
  }
})

test('the root path serves the learner application', async () => {
  const service = await startTestService()
  try {
    const response = await fetch(service.url, { redirect: 'manual' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  } finally {
    await service.stop()
  }
})
