import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-admin-'))
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const login = (email: string, password: string) =>
  service.call('POST /auth/login', { body: { email, password } })

describe('admin set-grant-limits', () => {
  const set = (gems: string, xp: string) =>
    runCommand(['admin', 'set-grant-limits', gems, xp], { DATABASE_URL: service.test.url, DATA_DIR: dataDir })

  test('the command line lowers and raises the limits, which the log shows without an actor', async () => {
    const limits = async () =>
      (await service.test.database.query`select grant_limits as limits from runtime_settings`)[0]?.limits
    expect(await set('50', '60')).toMatchObject({ code: 0, errors: '' })
    expect(await limits()).toEqual({ gems: 50, xp: 60 })
    const raised = await set('70', '0')
    expect(raised.output).toContain('at most 70 gems and any number of XP')
    expect(await limits()).toEqual({ gems: 70, xp: 0 })
    const entries = await service.test.database.query`
      select actor_id as "actorId", actor_role as "actorRole" from audit_entry where action = 'settings.updated'`
    expect(entries).toEqual(Array(2).fill({ actorId: null, actorRole: 'OPERATOR' }))
    expect(await set('many', '1')).toMatchObject({ code: 2 })
    expect(await limits()).toEqual({ gems: 70, xp: 0 })
  })
})

describe('admin create', () => {
  const create = (words: string[], password?: string) =>
    runCommand(['admin', 'create', ...words], {
      DATABASE_URL: service.test.url,
      DATA_DIR: dataDir,
      ...(password === undefined ? {} : { LYCEUM_ADMIN_PASSWORD: password }),
    })

  test('admin create creates an account with the role and a verified address', async () => {
    const outcome = await create(
      ['--email', 'chief@example.com', '--username', 'the_chief'],
      'a-chief-password',
    )
    expect(outcome.errors).toBe('')
    expect(outcome.code).toBe(0)
    expect(outcome.output).toContain('chief@example.com (the_chief) was created with the role ADMIN')
    expect(outcome.output).not.toContain('a-chief-password')
    const response = await login('chief@example.com', 'a-chief-password')
    expect(response.status).toBe(200)
    expect(response.body.data.user).toMatchObject({
      role: 'ADMIN',
      username: 'the_chief',
      isEmailVerified: true,
    })
    const payload = JSON.parse(
      Buffer.from(response.body.data.accessToken.split('.')[1], 'base64url').toString(),
    )
    expect(payload.role).toBe('ADMIN')
  })

  test('admin create changes the role of an existing account, keeps its password and ends its sessions', async () => {
    const user = await service.register()
    const otpCode = await service.codeFor(user.email)
    await service.call('POST /auth/verify-email', { token: user.accessToken, body: { otpCode } })
    const outcome = await create(
      ['--email', user.email.toUpperCase(), '--role', 'support'],
      'not-its-password',
    )
    expect(outcome.code).toBe(0)
    expect(outcome.output).toContain('now has the role SUPPORT; the password was not changed')
    await waitUntil(
      async () => (await service.call('GET /user/profile', { token: user.accessToken })).status === 401,
    )
    const refreshed = await service.call('POST /auth/refresh', { body: { refreshToken: user.refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await login(user.email, 'not-its-password')).status).toBe(401)
    const response = await login(user.email, user.password)
    expect(response.body.data.user).toMatchObject({ id: user.id, role: 'SUPPORT', username: user.username })
  })

  test('admin create replaces the password of an account with an unverified address', async () => {
    const unknownId = await service.register({ email: 'boss@example.com' })
    const outcome = await create(['--email', 'boss@example.com'], 'the-password-of-the-boss')
    expect([outcome.code, outcome.errors]).toEqual([0, ''])
    expect(outcome.output).toContain('boss@example.com now has the role ADMIN; the address was not verified')
    expect((await login(unknownId.email, unknownId.password)).status).toBe(401)
    await waitUntil(
      async () => (await service.call('GET /user/profile', { token: unknownId.accessToken })).status === 401,
    )
    const boss = await login('boss@example.com', 'the-password-of-the-boss')
    expect(boss.body.data.user).toMatchObject({ id: unknownId.id, role: 'ADMIN', isEmailVerified: true })
  })

  test('admin create explains invalid options and creates no account', async () => {
    const taken = await service.register()
    const email = ['--email', 'wrong@example.com']
    const cases: [string[], string | undefined, string][] = [
      [['--email', 'not-an-address'], 'long-enough-password', '--email must be an e-mail address'],
      [
        [...email, '--role', 'KING'],
        'long-enough-password',
        '--role must be ADMIN, MODERATOR, SUPPORT or CREATOR',
      ],
      [
        [...email, '--role', 'USER'],
        'long-enough-password',
        '--role must be ADMIN, MODERATOR, SUPPORT or CREATOR',
      ],
      [[...email, '--username', 'x'], 'long-enough-password', '--username must have 3 to 30'],
      [email, 'short', 'must have 10 to 128 characters'],
      [email, undefined, 'must have 10 to 128 characters'],
      [email, 'wrong@example.com', 'too easy to guess'],
      [[...email, '--username', taken.username], 'long-enough-password', 'username is taken'],
    ]
    for (const [words, password, sentence] of cases)
      expectReadableError(await create(words, password), sentence)
    const made = await service.test.database.query`
      select id from user_account where email = 'wrong@example.com'`
    expect(made).toEqual([])
  })
})

describe('admin erase', () => {
  const erase = (...ids: string[]) =>
    runCommand(['admin', 'erase', ...ids], { DATABASE_URL: service.test.url, DATA_DIR: dataDir })

  test('admin erase deletes an account once and rejects unknown ids', async () => {
    const user = await service.register()
    const [first, none] = [await erase(user.id), await erase('01a1de48-cd30-7520-9495-5d58ac229800')]
    expect([first.code, first.output.includes(`${user.id} was deleted`)]).toEqual([0, true])
    expect((await login(user.email, user.password)).status).toBe(401)
    expect((await service.mailTo(user.email))!.subject).toBe('Your account was deleted')
    expectReadableError(none)
    expectReadableError(await erase('everybody'), 'everybody: not a user id')
    expect((await erase(user.id)).output).toContain('was already deleted')
  })
})

describe('admin reset-2fa', () => {
  const reset = (email: string) =>
    runCommand(['admin', 'reset-2fa', email], { DATABASE_URL: service.test.url, DATA_DIR: dataDir })

  test('admin reset-2fa turns it off, ends the sessions, mails the user and writes to the audit log', async () => {
    const user = await service.register()
    const token = user.accessToken
    const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
    const body = { code: totpOf(secret), password: user.password }
    expect((await service.call('POST /auth/2fa/enable', { token, body })).status).toBe(200)
    const outcome = await reset(user.email.toUpperCase())
    expect([outcome.code, outcome.errors]).toEqual([0, ''])
    expect(outcome.output).toContain('is off, every device is signed out')
    expect((await login(user.email, user.password)).status).toBe(200)
    await waitUntil(async () => (await service.call('GET /user/profile', { token })).status === 401)
    expect((await service.mailTo(user.email))!.subject).toBe('Two-factor sign-in was reset')
    const audit = () => service.test.database.query`
      select actor_id, actor_role, action, subject_id, before, after from audit_entry where user_id = ${user.id}`
    const entry = {
      actor_id: null,
      actor_role: 'OPERATOR',
      action: 'user.two_factor_reset',
      subject_id: user.id,
      before: { is2FAEnabled: true },
      after: { is2FAEnabled: false },
    }
    expect(await audit()).toEqual([entry])
    const again = await reset(user.email)
    expect([again.code, again.output.includes('was not on')]).toEqual([0, true])
    expect(await audit()).toHaveLength(1)
    // The administrators see it, and the user in the export.
    const admin = await service.register()
    await service.test.database.query`update user_account set role = 'ADMIN' where id = ${admin.id}`
    const staff = (await login(admin.email, admin.password)).body.data.accessToken
    const log = await service.call(`GET /admin/audit?userId=${user.id}`, { token: staff })
    expect(log.body.data).toMatchObject([{ actorId: null, actorRole: 'OPERATOR', details: null }])
    const own = (await login(user.email, user.password)).body.data.accessToken
    const exported = await service.call('GET /user/export', { token: own })
    expect(exported.body.data.administration).toMatchObject([{ isAboutYou: true, isByYou: false }])
  })

  test('admin reset-2fa explains an unknown address', async () => {
    expectReadableError(await reset('nobody@example.com'), 'No account has the address nobody@example.com')
    expectReadableError(await reset('nobody'), 'nobody: not an e-mail address')
  })
})
