import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { MINUTE_MS, useSystemClock } from '../../platform/clock.ts'

let service: TestService
const time = createTestClock()
/** Later than every time step whose code was used. */
const passSteps = () => time.advance(2 * MINUTE_MS)

beforeAll(async () => {
  service = await startTestService()
  await service.test.database.query`
    insert into site_settings (name, language, accent, updated_at) values ('School', 'en', 'teal', now())`
})
afterAll(async () => {
  await service?.stop()
  useSystemClock()
})

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const setUp = async (token: string) => (await service.call('POST /auth/2fa/setup', { token })).body.data
const enable = (user: { accessToken: string; password?: string; otpCode?: string }, code: string) => {
  const { accessToken: token, password, otpCode } = user
  return service.call('POST /auth/2fa/enable', { token, body: { code, password, otpCode } })
}
const disable = (token: string, body: Record<string, unknown>) =>
  service.call('POST /auth/2fa/disable', { token, body })
const login = (user: TestUser, totpCode?: string) =>
  service.call('POST /auth/login', {
    body: { email: user.email, password: user.password, ...(totpCode ? { totpCode } : {}) },
  })

interface GuardedUser extends TestUser {
  secret: string
  recoveryCodes: string[]
}

async function registerGuarded(): Promise<GuardedUser> {
  const user = await service.register()
  const { secret } = await setUp(user.accessToken)
  const enabled = await enable(user, totpOf(secret))
  expect(enabled.status).toBe(200)
  passSteps()
  // The test clock has advanced, so the access token from registration may have expired.
  return { ...user, secret, recoveryCodes: enabled.body.data.recoveryCodes }
}

/** Signs in with a code of the app. */
async function signedIn(user: GuardedUser): Promise<string> {
  const response = await login(user, totpOf(user.secret))
  expect(response.status).toBe(200)
  passSteps()
  return response.body.data.accessToken
}

describe('enabling two-factor sign-in', () => {
  test('setup returns secret, URL and QR code, and sign-in requires no code until it is confirmed', async () => {
    const user = await service.register()
    const setup = await setUp(user.accessToken)
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/)
    const link = new URL(setup.otpauthUrl)
    expect(link.protocol).toBe('otpauth:')
    expect(link.searchParams.get('secret')).toBe(setup.secret)
    expect(link.searchParams.get('issuer')).toBe('School')
    expect(decodeURIComponent(link.pathname)).toContain(user.email)
    expect(setup.qrSvg).toStartWith('<svg')
    expect((await login(user)).status).toBe(200)
    const profile = await service.call('GET /user/profile', { token: user.accessToken })
    expect(profile.body.data.is2FAEnabled).toBe(false)
  })

  test('enabling requires a setup and a correct code, and a second setup replaces the first', async () => {
    const user = await service.register()
    expect((await enable(user, '123456')).body.error.code).toBe('TWO_FACTOR_NOT_SET_UP')
    const first = await setUp(user.accessToken)
    const second = await setUp(user.accessToken)
    expect(first.secret).not.toBe(second.secret)
    const code = totpOf(second.secret)
    expect((await enable(user, wrong(code))).body.error.code).toBe('TWO_FACTOR_INVALID')
    if (totpOf(first.secret) !== code) expect((await enable(user, totpOf(first.secret))).status).toBe(422)
    for (const notCode of ['12345', '1234567', 'abcdef', 123456, null])
      expect((await enable(user, notCode as string)).status).toBe(400)
    expect((await enable(user, code)).status).toBe(200)
  })

  test('a stolen access token cannot enable two-factor sign-in without the password', async () => {
    const user = await service.register()
    const { secret } = await setUp(user.accessToken)
    const withoutProof = await enable({ accessToken: user.accessToken }, totpOf(secret))
    expect([withoutProof.status, withoutProof.body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
    const guessed = await enable({ ...user, password: 'not-the-password' }, totpOf(secret))
    expect([guessed.status, guessed.body.error.code]).toEqual([403, 'INVALID_CREDENTIALS'])
    expect((await login(user)).status).toBe(200)
    // A refused attempt does not use up the code of the app.
    expect((await enable(user, totpOf(secret))).status).toBe(200)
  })

  test('an idempotency key does not replay the secret or the recovery codes to another session', async () => {
    const user = await service.register()
    const other = (await login(user)).body.data.accessToken
    const headers = { 'idempotency-key': '1' }
    const ask = (token: string, what: string, body?: { code: string; password: string }) =>
      service.call(`POST /auth/2fa/${what}`, { token, headers, ...(body ? { body } : {}) })
    const { secret } = (await ask(user.accessToken, 'setup')).body.data
    const proof = { code: totpOf(secret), password: user.password }
    const enabled = await ask(user.accessToken, 'enable', proof)
    expect(enabled.status).toBe(200)
    expect((await ask(user.accessToken, 'enable', proof)).body).toEqual(enabled.body)
    for (const response of [await ask(other, 'setup'), await ask(other, 'enable', proof)]) {
      expect([response.status, response.body.error?.code]).toEqual([409, 'TWO_FACTOR_ALREADY_ENABLED'])
    }
  })

  test('enabling returns ten recovery codes once, updates the profile, sends an e-mail and cannot be repeated', async () => {
    const user = await service.register()
    const { secret } = await setUp(user.accessToken)
    const enabled = await enable(user, totpOf(secret))
    expect(enabled.body.data.recoveryCodes).toHaveLength(10)
    expect(new Set(enabled.body.data.recoveryCodes).size).toBe(10)
    for (const code of enabled.body.data.recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    const profile = await service.call('GET /user/profile', { token: user.accessToken })
    expect(profile.body.data.is2FAEnabled).toBe(true)
    expect((await service.mailTo(user.email))!.subject).toBe('Two-factor sign-in is on')
    const setupAgain = await service.call('POST /auth/2fa/setup', { token: user.accessToken })
    expect(setupAgain.status).toBe(409)
    expect(setupAgain.body.error.code).toBe('TWO_FACTOR_ALREADY_ENABLED')
    time.advance(MINUTE_MS)
    expect((await enable(user, totpOf(secret))).status).toBe(409)
  })

  test('of twenty concurrent requests to enable with one code one succeeds', async () => {
    const user = await service.register()
    const { secret } = await setUp(user.accessToken)
    const code = totpOf(secret)
    const responses = await Promise.all(Array.from({ length: 20 }, () => enable(user, code)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19)
    const remaining = await service.test.database
      .query`select 1 from recovery_code where user_id = ${user.id}`
    expect(remaining).toHaveLength(10)
  })

  test('the database stores the secret sealed and the recovery codes as digests', async () => {
    const user = await registerGuarded()
    const { query } = service.test.database
    const [row] = await query<{ sealed: Buffer }>`
      select sealed_secret as sealed from two_factor where user_id = ${user.id}`
    expect(row!.sealed.toString('latin1')).not.toContain(user.secret)
    const codes = await query<{ digest: Buffer }>`
      select digest from recovery_code where user_id = ${user.id}`
    const digests = new Set(codes.map(({ digest }) => digest.toString('hex')))
    expect(digests.size).toBe(10)
    for (const code of user.recoveryCodes) {
      for (const form of [code, code.replace('-', ''), `${user.id}\0${code.replace('-', '')}`]) {
        const plain = new Bun.CryptoHasher('sha256').update(form).digest('hex')
        expect(digests.has(plain)).toBe(false)
        expect(digests.has(Buffer.from(form).toString('hex'))).toBe(false)
      }
    }
  })
})

describe('sign-in with a second factor', () => {
  let user: GuardedUser
  beforeAll(async () => {
    user = await registerGuarded()
  })

  test('the second factor is required only after the correct password', async () => {
    const without = await login(user)
    expect(without.status).toBe(403)
    expect(without.body.error.code).toBe('TWO_FACTOR_REQUIRED')
    const wrongPassword = await login({ ...user, password: 'not-the-password' }, totpOf(user.secret))
    expect(wrongPassword.body.error.code).toBe('INVALID_CREDENTIALS')
    const wrongCode = await login(user, wrong(totpOf(user.secret)))
    expect(wrongCode.status).toBe(422)
    expect(wrongCode.body.error.code).toBe('TWO_FACTOR_INVALID')
    expect((await login(user, totpOf(user.secret))).status).toBe(200)
  })

  test('a code of the app is accepted once', async () => {
    passSteps()
    const code = totpOf(user.secret)
    expect((await login(user, code)).status).toBe(200)
    expect((await login(user, code)).body.error.code).toBe('TWO_FACTOR_INVALID')
  })

  test('of twenty concurrent sign-ins with one code of the app one succeeds', async () => {
    passSteps()
    const code = totpOf(user.secret)
    const responses = await Promise.all(Array.from({ length: 20 }, () => login(user, code)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 422)).toHaveLength(19)
  })

  test('codes of the previous and the next time step are accepted, and no others', async () => {
    passSteps()
    // A time step must not end between the creation of the code and its check.
    await time.freezeWhile(async () => {
      expect((await login(user, totpOf(user.secret, -2))).status).toBe(422)
      expect((await login(user, totpOf(user.secret, 2))).status).toBe(422)
      expect((await login(user, totpOf(user.secret, -1))).status).toBe(200)
      expect((await login(user, totpOf(user.secret, 1))).status).toBe(200)
      // A code older than the last used one is rejected.
      expect((await login(user, totpOf(user.secret, 0))).status).toBe(422)
    })
  })

  test('a recovery code is accepted once, in any case and with or without the dash', async () => {
    const [plain, small, dashless, spaced] = user.recoveryCodes as [string, string, string, string]
    expect((await login(user, plain)).status).toBe(200)
    expect((await login(user, plain)).body.error.code).toBe('TWO_FACTOR_INVALID')
    expect((await login(user, small.toLowerCase())).status).toBe(200)
    expect((await login(user, small)).status).toBe(422)
    expect((await login(user, dashless.replace('-', ''))).status).toBe(200)
    expect((await login(user, spaced.replace('-', ' '))).status).toBe(200)
    expect((await login(user, 'AAAAA-AAAAA')).status).toBe(422)
  })

  test('of twenty concurrent sign-ins with one recovery code one succeeds', async () => {
    const code = user.recoveryCodes[5]!
    const responses = await Promise.all(Array.from({ length: 20 }, () => login(user, code)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 422)).toHaveLength(19)
  })

  test('codes of another user are rejected', async () => {
    const other = await registerGuarded()
    expect((await login(user, other.recoveryCodes[0]!)).status).toBe(422)
    if (totpOf(other.secret) !== totpOf(user.secret))
      expect((await login(user, totpOf(other.secret))).status).toBe(422)
  })
})

describe('disabling two-factor sign-in', () => {
  test('disabling requires the password and a code', async () => {
    const user = await registerGuarded()
    const token = await signedIn(user)
    const { password } = user
    const code = () => totpOf(user.secret)
    expect((await disable(token, { code: code(), password: 'wrong-password' })).body.error.code).toBe(
      'INVALID_CREDENTIALS',
    )
    expect((await disable(token, { code: wrong(code()), password })).body.error.code).toBe(
      'TWO_FACTOR_INVALID',
    )
    expect((await disable(token, { password })).status).toBe(400)
    expect((await disable(token, { code: code() })).status).toBe(400)
    expect((await service.call('POST /auth/2fa/disable', { body: { code: code(), password } })).status).toBe(
      401,
    )
    const stillOn = await login(user)
    expect(stillOn.body.error.code).toBe('TWO_FACTOR_REQUIRED')

    expect((await disable(token, { code: code(), password })).status).toBe(200)
    expect((await login(user)).status).toBe(200)
    expect((await service.mailTo(user.email))!.subject).toBe('Two-factor sign-in is off')
    const left = await service.test.database.query`
      select user_id from two_factor where user_id = ${user.id}
      union all select user_id from recovery_code where user_id = ${user.id}`
    expect(left).toEqual([])
    expect((await disable(token, { code: code(), password })).body.error.code).toBe('TWO_FACTOR_NOT_ENABLED')
  })

  test('a recovery code disables two-factor sign-in, which can be enabled again with a new secret', async () => {
    const user = await registerGuarded()
    const token = await signedIn(user)
    const off = await disable(token, { code: user.recoveryCodes[0]!, password: user.password })
    expect(off.status).toBe(200)
    const { secret } = await setUp(token)
    expect(secret).not.toBe(user.secret)
    const on = await enable({ ...user, accessToken: token }, totpOf(secret))
    expect(on.status).toBe(200)
    passSteps()
    expect((await login(user, user.recoveryCodes[1]!)).status).toBe(422)
    expect((await login(user, totpOf(secret))).status).toBe(200)
  })

  test('a mailed code does not replace the password of an account that has one', async () => {
    const user = await registerGuarded()
    const token = await signedIn(user)
    await service.call('POST /auth/otp/request', { body: { email: user.email } })
    const otpCode = await service.codeFor(user.email)
    const response = await disable(token, { code: totpOf(user.secret), otpCode })
    const alone = await disable(token, { code: totpOf(user.secret) })
    for (const { status, body } of [response, alone]) {
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
      expect(body.error.details).toEqual([{ field: 'password', message: 'is required' }])
    }
    expect((await login(user)).body.error.code).toBe('TWO_FACTOR_REQUIRED')
  })

  test('an account without a password confirms with a mailed code', async () => {
    const email = 'passwordless@example.com'
    const ask = () => service.call('POST /auth/otp/request', { body: { email } })
    await ask()
    const registered = await service.call('POST /auth/otp/login', {
      body: { email, username: 'passwordless', otpCode: await service.codeFor(email) },
    })
    const token = registered.body.data.accessToken
    const { secret } = await setUp(token)
    const alone = await enable({ accessToken: token }, totpOf(secret))
    expect(alone.body.error.code).toBe('PASSWORD_NOT_SET')
    time.advance(MINUTE_MS)
    await ask()
    const mailed = await service.codeFor(email)
    const guessed = await enable({ accessToken: token, otpCode: wrong(mailed) }, totpOf(secret))
    expect(guessed.body.error.code).toBe('CODE_INVALID')
    expect((await enable({ accessToken: token, otpCode: mailed }, totpOf(secret))).status).toBe(200)
    passSteps()
    expect((await disable(token, { code: totpOf(secret) })).body.error.code).toBe('PASSWORD_NOT_SET')
    await ask()
    const otpCode = await service.codeFor(email)
    const code = totpOf(secret)
    expect((await disable(token, { code, otpCode: wrong(otpCode) })).body.error.code).toBe('CODE_INVALID')
    expect((await disable(token, { code, otpCode })).status).toBe(200)
  })
})

describe('two-factor sign-in without a password and without mail', () => {
  test('a sign-in of the last ten minutes turns it on, an earlier one does not, and a password is still asked for', async () => {
    const withoutMail = await startTestService({ MAIL: 'off' }, service.test)
    const call = (route: string, token: string, body?: object) =>
      withoutMail.call(route, { token, ...(body ? { body } : {}) })
    try {
      const [guest, late, owner] = [
        await withoutMail.register(),
        await withoutMail.register(),
        await withoutMail.register(),
      ]
      // Accounts of other providers have no password.
      for (const { id } of [guest, late])
        await service.test.database.query`update user_account set password_hash = null where id = ${id}`
      const secretOf = async (token: string) => (await call('POST /auth/2fa/setup', token)).body.data.secret
      const code = async (token: string) => ({ code: totpOf(await secretOf(token)) })
      const refused = await call('POST /auth/2fa/enable', owner.accessToken, await code(owner.accessToken))
      expect(refused.body.error.details).toEqual([{ field: 'password', message: 'is required' }])
      const enabled = await call('POST /auth/2fa/enable', guest.accessToken, await code(guest.accessToken))
      expect([enabled.status, enabled.body.data.recoveryCodes.length]).toEqual([200, 10])
      await service.test.database.query`
        update session set created_at = created_at - interval '11 minutes' where user_id = ${late.id}`
      const again = await call('POST /auth/2fa/enable', late.accessToken, await code(late.accessToken))
      expect([again.status, again.body.error.code]).toEqual([403, 'SIGN_IN_AGAIN'])
      // Turning it off has no such way: the second factor of a stolen session would be worth nothing.
      passSteps()
      const off = await call('POST /auth/2fa/disable', guest.accessToken, {
        code: enabled.body.data.recoveryCodes[0],
      })
      expect(off.body.error.code).toBe('PASSWORD_NOT_SET')
    } finally {
      await withoutMail.stop()
    }
  })
})

describe('the limit of second-factor attempts', () => {
  test('a correct password with wrong codes does not reset the limit: after five attempts the correct code is rejected too', async () => {
    const limited = await startTestService(
      { RATE_LIMITS: 'on', LIMIT_CREDENTIALS_PER_ACCOUNT: '5/900' },
      service.test,
    )
    try {
      const user = await registerGuarded()
      const tryCode = (totpCode?: string) =>
        limited.call('POST /auth/login', {
          body: { email: user.email, password: user.password, ...(totpCode ? { totpCode } : {}) },
        })
      expect((await tryCode(totpOf(user.secret))).status).toBe(200)
      passSteps()
      for (let guess = 0; guess < 5; guess++)
        expect((await tryCode(wrong(totpOf(user.secret)))).body.error.code).toBe('TWO_FACTOR_INVALID')
      const sixth = await tryCode(totpOf(user.secret))
      expect(sixth.status).toBe(429)
      expect(sixth.body.error.code).toBe('RATE_LIMITED')
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(60)
      time.advance(15 * MINUTE_MS)
      expect((await tryCode(totpOf(user.secret))).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  test('reauthentication with the password alone does not reset the limit of the second factor', async () => {
    const limited = await startTestService(
      { RATE_LIMITS: 'on', LIMIT_CREDENTIALS_PER_ACCOUNT: '5/900' },
      service.test,
    )
    try {
      const user = await registerGuarded()
      const token = await signedIn(user)
      const { email, password } = user
      const guess = () =>
        limited.call('POST /auth/login', { body: { email, password, totpCode: wrong(totpOf(user.secret)) } })
      for (let round = 0; round < 4; round++) expect((await guess()).status).toBe(422)
      const endpoint = await limited.call('POST /auth/2fa/disable', {
        token,
        body: { code: wrong(totpOf(user.secret)), password },
      })
      expect(endpoint.body.error.code).toBe('TWO_FACTOR_INVALID')
      expect((await guess()).status).toBe(429)
    } finally {
      await limited.stop()
    }
  })

  test('enabling and disabling are limited, so a stolen token does not allow guessing', async () => {
    const limited = await startTestService(
      { RATE_LIMITS: 'on', LIMIT_CREDENTIALS_PER_ACCOUNT: '5/900' },
      service.test,
    )
    try {
      const user = await registerGuarded()
      const token = await signedIn(user)
      for (let guess = 0; guess < 5; guess++) {
        const response = await limited.call('POST /auth/2fa/disable', {
          token,
          body: { code: wrong(totpOf(user.secret)), password: user.password },
        })
        expect(response.status).toBe(422)
      }
      const next = await limited.call('POST /auth/2fa/disable', {
        token,
        body: { code: totpOf(user.secret), password: user.password },
      })
      expect(next.status).toBe(429)
      expect((await limited.call('POST /auth/2fa/enable', { token, body: { code: '123456' } })).status).toBe(
        429,
      )
    } finally {
      await limited.stop()
    }
  })
})

describe('a session that another process has revoked', () => {
  /** Revokes the session in the table, without a message to this process. */
  const endSessions = ({ id }: TestUser) =>
    service.test.database.query`update session set revoked_at = now() where user_id = ${id}`
  const isGuarded = async ({ id }: TestUser) => {
    const [row] = await service.test.database.query<{ isOn: boolean }>`
      select two_factor_enabled_at is not null as "isOn" from user_account where id = ${id}`
    return row!.isOn
  }

  test('a revoked session cannot enable or disable two-factor sign-in', async () => {
    const user = await service.register()
    const { secret } = await setUp(user.accessToken)
    await endSessions(user)
    expect((await enable(user, totpOf(secret))).status).toBe(401)
    expect(await isGuarded(user)).toBe(false)

    const guarded = await registerGuarded()
    const token = await signedIn(guarded)
    await endSessions(guarded)
    const { password } = guarded
    expect((await disable(token, { code: totpOf(guarded.secret), password })).status).toBe(401)
    expect(await isGuarded(guarded)).toBe(true)
  })
})
