import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { parseMail, startTestSmtp, type TestSmtp } from '../../../test/harness/external-services/smtp.ts'
import { runCommand } from '../../../test/harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-production-'))
let database: TestDatabase
let smtp: TestSmtp
let service: ServiceProcess

beforeAll(async () => {
  const keysFile = join(folder, 'keys.json')
  await runCommand(['keys', 'create', keysFile])
  ;[database, smtp] = await Promise.all([createTestDatabase(), startTestSmtp()])
  service = await spawnService({
    LYCEUM_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://lyceum.example',
    SECRET_KEY: 'a-production-secret-of-a-test-0123456789',
    PIN_PEPPER: 'a-production-pepper-of-a-test-0123456789',
    TOKEN_KEYS_FILE: keysFile,
    SMTP_URL: smtp.url,
    CONTRACT_WEBHOOK_SECRET: 'a-contract-secret-of-a-test-0123456789',
    REVENUECAT_WEBHOOK_KEY: 'a-revenuecat-key-of-a-test-0123456789',
    MAIL_FROM: 'Lyceum <post@lyceum.example>',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    // The defaults of production.
    DEMO_CONTENT: '',
    RATE_LIMITS: '',
    LOG_LEVEL: 'info',
  })
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await smtp?.stop()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address))

test('production has no path below /dev and no demo users', async () => {
  for (const path of ['/dev', '/dev/', '/dev/mail', '/dev/mail?to=ada@example.com']) {
    const response = await fetch(service.url + path, { headers: { accept: 'text/html' } })
    expect([path, response.status]).toEqual([path, 404])
  }
  const demo = await service.call('POST /auth/login', {
    body: { email: 'admin@lyceum.local', password: 'admin-demo-1' },
  })
  expect(demo.status).toBe(401)
  expect(await database.database.query`select id from user_account`).toEqual([])
})

test('a user registers, verifies and signs in with codes that were sent by SMTP', async () => {
  const user = await service.register()
  await waitUntil(() => mailsTo(user.email).length === 1)
  const welcomeMail = parseMail(mailsTo(user.email)[0]!.raw)
  expect(welcomeMail.headers.get('from')).toContain('post@lyceum.example')
  expect(welcomeMail.headers.get('to')).toBe(user.email)
  expect(welcomeMail.headers.get('subject')).toBe('Confirm your e-mail address')
  const otpCode = welcomeMail.parts.get('text/plain')!.match(/\b\d{6}\b/)![0]
  expect(welcomeMail.parts.get('text/html')).toContain(otpCode)
  const verified = await service.call('POST /auth/verify-email', {
    token: user.accessToken,
    body: { otpCode },
  })
  expect(verified.status).toBe(200)

  await service.call('POST /auth/otp/request', { body: { email: user.email } })
  await waitUntil(() => mailsTo(user.email).length === 2)
  const signInCode = parseMail(mailsTo(user.email)[1]!.raw)
    .parts.get('text/plain')!
    .match(/\b\d{6}\b/)![0]
  const login = await service.call('POST /auth/otp/login', {
    body: { email: user.email, otpCode: signInCode },
  })
  expect(login.status).toBe(200)
  expect(login.body.data.user.isEmailVerified).toBe(true)
  expect(login.body.data.user.profileImageUrl).toStartWith('https://lyceum.example/')
  await waitUntil(async () => {
    const pending = await database.database.query`select id from outgoing_mail where sent_at is null`
    return pending.length === 0
  })
})

test('the log is JSON and contains no password, code or token', async () => {
  const password = 'a-password-for-the-log'
  const user = await service.register({ password })
  await service.call('POST /auth/login', { body: { email: user.email, password: 'wrong-for-the-log' } })
  await waitUntil(() => mailsTo(user.email).length === 1)
  const code = parseMail(mailsTo(user.email)[0]!.raw)
    .parts.get('text/plain')!
    .match(/\b\d{6}\b/)![0]
  const output = service.output()
  for (const secret of [password, 'wrong-for-the-log', user.accessToken, user.refreshToken])
    expect(output).not.toContain(secret)
  expect(output.split(/\D+/)).not.toContain(code)
  for (const line of output.split('\n').filter((text) => text.startsWith('{')))
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
})

test('metrics are served to a direct connection from the same machine, and not through a proxy', async () => {
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${service.url}/metrics`, { headers })).status
  expect(await statusWith({})).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([header, await statusWith({ [header]: '127.0.0.1' })]).toEqual([header, 403])
  // Only a token opens it, and none is configured.
  expect(await statusWith({ 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer ' })).toBe(403)
})

test('strict rate limits are enforced in production', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    const response = await service.call('POST /auth/login', {
      body: { email: 'victim@example.com', password: 'guess-guess-guess' },
    })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('after SIGTERM the service exits with 0, and every accepted mail is sent or still queued', async () => {
  const email = 'last-letter@example.com'
  expect((await service.call('POST /auth/otp/request', { body: { email } })).status).toBe(200)
  expect(await service.kill('SIGTERM')).toBe(0)
  const [mail] = await database.database.query<{ isPending: boolean }>`
    select sent_at is null as "isPending" from outgoing_mail where recipient = ${email}`
  expect(mail!.isPending || mailsTo(email).length === 1).toBe(true)
})
