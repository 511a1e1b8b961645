import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../../../test/harness/processes/run-command.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { SetupGate } from './setup-gate.ts'

const FORM = {
  email: 'head@school.example',
  username: 'admin',
  password: 'a-headmaster-password',
  siteName: 'Night School',
  language: 'fr',
  accent: 'rose',
  demoContent: 'none',
}

const services: TestService[] = []
afterEach(async () => {
  for (const service of services.splice(0).reverse()) await service.stop()
})

async function start(environment: Record<string, string>, first?: TestService): Promise<TestService> {
  const service = await startTestService(environment, first?.test)
  services.push(service)
  return service
}

const visit = (service: TestService, path: string) =>
  fetch(service.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

async function setUp(service: TestService, changes: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/web/setup`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...FORM, ...changes }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  const body = (await response.json()) as any
  return { status: response.status, code: body.error?.code, body, cookies: response.headers.getSetCookie() }
}

const status = (service: TestService) => service.call('GET //web/setup')

const adminsOf = ({ test }: TestService) =>
  test.database.query<{ email: string; verified: boolean }>`
    select email, email_verified_at is not null as verified from user_account where role = 'ADMIN'`

/** The token as the start log shows it. */
async function tokenOf(service: TestService): Promise<string> {
  const { database } = service.test
  const config = { setup: 'token', publicUrl: 'https://school.example' }
  const address = await new SetupGate({ config, db: database.query } as never).findAddress()
  return /^https:\/\/school\.example\/setup#token=([\w-]{43})$/.exec(address!)![1]!
}

describe('the first run without a token', () => {
  test('the start page leads to the setup, which creates the administrator, the settings and a browser session', async () => {
    const service = await start({ SETUP: 'open' })
    const visited = await visit(service, '/')
    expect([visited.status, visited.headers.get('location')]).toEqual([302, '/setup'])
    expect(visited.headers.get('cache-control')).toBe('no-store')
    expect((await visit(service, '/setup')).status).toBe(200)
    expect((await visit(service, '/health/ready')).status).toBe(200)
    expect((await service.call('GET /public/courses')).status).toBe(200)
    const { data } = (await status(service)).body
    expect(data).toMatchObject({ isOpen: true, needsToken: false })
    expect(data.accents.map(({ name }: { name: string }) => name)).toContain('rose')

    const done = await setUp(service)
    expect(done.status).toBe(201)
    expect(done.body.data.user).toMatchObject({ role: 'ADMIN', username: 'admin', isEmailVerified: true })
    expect(done.body.data).not.toHaveProperty('refreshToken')
    expect(done.cookies[0]).toMatch(/^lyceum_refresh_\d+=[\w-]{20,}; HttpOnly; Path=\/; SameSite=Strict/)
    expect([...(await adminsOf(service))]).toEqual([{ email: FORM.email, verified: true }])
    const settings = (await service.call('GET /public/site-settings')).body.data
    expect(settings).toMatchObject({ name: 'Night School', language: 'fr', accent: 'rose' })
    const token = done.body.data.accessToken
    const [entry] = (await service.call('GET /admin/audit?act=site.set_up', { token })).body.data
    expect(entry.after).toMatchObject({ name: 'Night School', demoContent: 'none' })
    expect(JSON.stringify(entry)).not.toContain(FORM.password)
    expect((await service.call('GET /public/courses')).body.meta.total).toBe(0)

    expect((await visit(service, '/')).status).toBe(200)
    const setupPage = await visit(service, '/setup')
    expect([setupPage.status, setupPage.headers.get('location')]).toEqual([302, '/'])
  })

  test('the setup stays closed when its administrator is demoted or deleted, also in another process', async () => {
    const service = await start({ SETUP: 'open' })
    const token = (await setUp(service)).body.data.accessToken
    const deletion = { token, body: { password: FORM.password } }
    expect((await service.call('DELETE /user/account', deletion)).status).toBe(200)
    const { database } = service.test
    await database.query`update user_account set role = 'USER'`
    expect(await adminsOf(service)).toHaveLength(0)
    const other = await start({ SETUP: 'open' }, service)
    for (const process of [service, other]) {
      expect((await status(process)).status).toBe(404)
      expect(await setUp(process, { email: 'thief@example.com', username: 'thief' })).toMatchObject({
        status: 409,
        code: 'SETUP_CLOSED',
      })
      expect((await visit(process, '/')).status).toBe(200)
    }
    expect(await adminsOf(service)).toHaveLength(0)
    const reopened = database.query`update site_setup set closed_at = null`
    await expect(reopened.then((rows) => rows)).rejects.toThrow('stays closed')
  })

  test('of ten concurrent setups in two processes one creates an administrator, the others get 409', async () => {
    const service = await start({ SETUP: 'open' })
    const other = await start({ SETUP: 'open' }, service)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        setUp(index % 2 === 0 ? service : other, {
          email: `head${index}@school.example`,
          username: `head_${index}`,
          siteName: `School ${index}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'SETUP_CLOSED']))
    const winner = answers.find(({ status }) => status === 201)!
    expect([...(await adminsOf(service))]).toEqual([{ email: winner.body.data.user.email, verified: true }])
    const users = await service.test.database.query`select from user_account`
    expect(users).toHaveLength(1)
  })

  test('a refused setup changes nothing and can be repeated', async () => {
    const service = await start({ SETUP: 'open' })
    const learner = await service.register()
    for (const [changes, code] of [
      [{ email: 'no address' }, 'VALIDATION_FAILED'],
      [{ password: '1234567890' }, 'WEAK_PASSWORD'],
      [{ siteName: '' }, 'VALIDATION_FAILED'],
      [{ accent: '#ffff00' }, 'VALIDATION_FAILED'],
      [{ demoContent: 'some' }, 'VALIDATION_FAILED'],
      [{ email: learner.email }, 'EMAIL_TAKEN'],
      [{ username: learner.username }, 'USERNAME_TAKEN'],
    ] as const)
      expect([changes, (await setUp(service, changes)).code]).toEqual([changes, code])
    expect(await adminsOf(service)).toHaveLength(0)
    expect((await service.call('GET /public/site-settings')).body.data.name).toBe('Lyceum')
    expect((await setUp(service)).status).toBe(201)
  })

  test('a page of another origin cannot set the site up', async () => {
    const service = await start({ SETUP: 'open' })
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: service.url, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign)
      expect(await setUp(service, {}, headers)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await adminsOf(service)).toHaveLength(0)
  })

  test('the shipped courses are imported if the form asks for them', async () => {
    const service = await start({ SETUP: 'open' })
    expect((await setUp(service, { demoContent: 'all' })).status).toBe(201)
    const total = async () => (await service.call('GET /public/courses')).body.meta.total as number
    await waitUntil(async () => (await total()) > 5)
    // No demo users: their passwords are public.
    expect(await service.test.database.query`select from user_account`).toHaveLength(1)
  })

  test('a retry with the same idempotency key gets the first response', async () => {
    const service = await start({ SETUP: 'open' })
    const key = { 'idempotency-key': 'first-run-1' }
    const first = await setUp(service, {}, key)
    const again = await setUp(service, {}, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data.user.id).toBe(first.body.data.user.id)
    expect(await adminsOf(service)).toHaveLength(1)
  })
})

describe('the first run with a token', () => {
  test('only the token of the start log opens the setup, in any process, and once', async () => {
    const service = await start({ SETUP: 'token' })
    const other = await start({ SETUP: 'token' }, service)
    const token = await tokenOf(service)
    expect(await tokenOf(other)).toBe(token)
    expect((await status(service)).body.data).toMatchObject({ isOpen: true, needsToken: true })
    expect(JSON.stringify((await status(service)).body)).not.toContain(token)
    for (const wrong of [undefined, '', token.slice(1), `${token}x`, token.toUpperCase()])
      expect(await setUp(service, { token: wrong })).toMatchObject({ status: 403, code: 'SETUP_TOKEN_WRONG' })
    expect(await adminsOf(service)).toHaveLength(0)
    expect((await setUp(other, { token })).status).toBe(201)
    expect(await setUp(service, { token, email: 'b@school.example', username: 'bb_b' })).toMatchObject({
      status: 409,
      code: 'SETUP_CLOSED',
    })
  })

  test('another database and another secret key have another token', async () => {
    const [service, another] = [await start({ SETUP: 'token' }), await start({ SETUP: 'token' })]
    const { database } = another.test
    await database.query`update site_setup set salt = uuid_send(gen_random_uuid())`
    expect(await tokenOf(another)).not.toBe(await tokenOf(service))
    const before = await tokenOf(service)
    useSecretKey('another-secret-key-of-enough-characters')
    expect(await tokenOf(service)).not.toBe(before)
    useSecretKey('dev-secret-key-do-not-use-in-production')
    expect(await tokenOf(service)).toBe(before)
  })

  test('tries are limited', async () => {
    const service = await start({
      SETUP: 'token',
      RATE_LIMITS: 'on',
      LIMIT_CREDENTIALS_PER_ADDRESS: '3/600',
    })
    const codes = []
    for (let tries = 0; tries < 5; tries++) codes.push((await setUp(service, { token: 'guess' })).code)
    expect(codes.slice(0, 3)).toEqual(Array(3).fill('SETUP_TOKEN_WRONG'))
    expect(codes.slice(3)).toEqual(Array(2).fill('RATE_LIMITED'))
  })
})

describe('an installation that has an administrator', () => {
  test('`admin create` closes the setup of a running service; other roles do not', async () => {
    const service = await start({ SETUP: 'open' })
    const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-setup-'))
    const create = (role: string) =>
      runCommand(['admin', 'create', '--email', `${role}@example.com`, '--role', role], {
        DATABASE_URL: service.test.url,
        DATA_DIR: dataDir,
        LYCEUM_ADMIN_PASSWORD: 'a-chief-password',
      })
    try {
      expect((await create('support')).code).toBe(0)
      expect((await visit(service, '/')).status).toBe(302)
      expect((await create('admin')).code).toBe(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
    expect((await visit(service, '/')).status).toBe(200)
    expect((await setUp(service)).code).toBe('SETUP_CLOSED')
  })

  test('a start closes the setup if an administrator exists, and a request does so too', async () => {
    const service = await start({ SETUP: 'open' })
    const { id } = await service.register()
    await service.test.database.query`update user_account set role = 'ADMIN' where id = ${id}`
    // The running service does not know yet; its transaction does.
    expect(await setUp(service)).toMatchObject({ status: 409, code: 'SETUP_CLOSED' })
    const [mark] = await service.test.database.query<{ closed: boolean }>`
      select closed_at is not null as closed from site_setup`
    expect(mark!.closed).toBe(true)

    const fresh = await start({ SETUP: 'off' })
    const admin = await fresh.register()
    await fresh.test.database.query`update user_account set role = 'ADMIN' where id = ${admin.id}`
    const later = await start({ SETUP: 'open' }, fresh)
    expect((await visit(later, '/')).status).toBe(200)
    expect((await status(later)).status).toBe(404)
  })

  test('SETUP=off has no setup', async () => {
    const service = await start({ SETUP: 'off' })
    expect((await visit(service, '/')).status).toBe(200)
    expect((await visit(service, '/setup')).headers.get('location')).toBe('/')
    expect((await status(service)).status).toBe(404)
    expect((await setUp(service)).code).toBe('SETUP_CLOSED')
  })
})
