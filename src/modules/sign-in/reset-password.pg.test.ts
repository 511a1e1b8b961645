import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { MINUTE_MS, useSystemClock } from '../../platform/clock.ts'

let service: TestService
const time = createTestClock()

beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service?.stop()
  useSystemClock()
})

/** Registers a user with two-factor sign-in, with or without a verified address. */
async function registerWithTwoFactor({
  isVerified,
}: {
  isVerified: boolean
}): Promise<TestUser & { secret: string }> {
  const user = await service.register()
  const token = user.accessToken
  if (isVerified) {
    const otpCode = await service.codeFor(user.email)
    await service.call('POST /auth/verify-email', { token, body: { otpCode } })
  }
  const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
  await service.call('POST /auth/2fa/enable', {
    token,
    body: { code: totpOf(secret), password: user.password },
  })
  time.advance(MINUTE_MS)
  return { ...user, secret }
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const mailsTo = async (email: string) =>
  (await service.call(`GET //dev/mail?to=${email}`)).body.data as { subject: string; text: string }[]

describe('password reset', () => {
  let user: TestUser
  beforeAll(async () => {
    user = await service.register()
  })
  const forgot = (email: string) => service.call('POST /auth/forgot-password', { body: { email } })
  const reset = (body: Record<string, unknown>) => service.call('POST /auth/reset-password', { body })
  const loginWith = (password: string) =>
    service.call('POST /auth/login', { body: { email: user.email, password } })

  test('known and unknown addresses get the same response, and only known ones an e-mail', async () => {
    const known = await forgot(user.email)
    const unknown = await forgot('nobody-at-all@example.com')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.body).toEqual(unknown.body)
    expect(await mailsTo('nobody-at-all@example.com')).toHaveLength(0)
    const again = await forgot(user.email)
    expect(again.status).toBe(200)
    expect((await mailsTo(user.email)).filter((mail) => mail.subject.includes('password'))).toHaveLength(1)
  })

  test('responses to guessed reset codes do not reveal who is registered', async () => {
    time.advance(MINUTE_MS)
    const seen: unknown[] = []
    for (const email of [user.email, 'never-registered@example.com']) {
      await forgot(email)
      const responses: unknown[] = []
      for (let guess = 0; guess < 7; guess++) {
        const code = email === user.email ? wrong(await service.codeFor(email)) : '000000'
        const { status, body } = await reset({ email, otpCode: code, newPassword: 'a-long-new-password' })
        responses.push({ status, ...body, error: { ...body.error, requestId: '' } })
      }
      seen.push(responses)
    }
    expect(seen[0]).toEqual(seen[1])
    const unasked = await reset({
      email: 'unasked@example.com',
      otpCode: '000000',
      newPassword: 'a-long-new-password',
    })
    expect(unasked.body.error.code).toBe('CODE_INVALID')
  })

  test('a reset sets the new password, revokes every session and sends an e-mail', async () => {
    time.advance(MINUTE_MS)
    const second = await loginWith(user.password)
    expect(second.status).toBe(200)
    const tokens = [second.body.data.accessToken, (await loginWith(user.password)).body.data.accessToken]
    await forgot(user.email.toUpperCase())
    const otpCode = await service.codeFor(user.email)
    const newPassword = 'quite-another-password'
    expect((await reset({ email: user.email, otpCode, newPassword: 'short' })).status).toBe(400)
    const weak = await reset({ email: user.email, otpCode, newPassword: user.email })
    expect(weak.body.error.code).toBe('WEAK_PASSWORD')

    expect((await reset({ email: user.email, otpCode, newPassword })).status).toBe(200)
    for (const token of tokens) expect((await service.call('GET /user/profile', { token })).status).toBe(401)
    const refreshed = await service.call('POST /auth/refresh', {
      body: { refreshToken: second.body.data.refreshToken },
    })
    expect(refreshed.status).toBe(401)
    expect((await loginWith(user.password)).body.error.code).toBe('INVALID_CREDENTIALS')
    const fresh = await loginWith(newPassword)
    expect(fresh.status).toBe(200)
    expect(fresh.body.data.user.isEmailVerified).toBe(true)
    expect((await service.mailTo(user.email))!.subject).toBe('Your password was changed')

    const spent = await reset({ email: user.email, otpCode, newPassword: 'yet-another-password' })
    expect(spent.status).toBe(410)
    user = { ...user, password: newPassword }
  })

  test('of twenty concurrent resets with the correct code one succeeds', async () => {
    time.advance(MINUTE_MS)
    await forgot(user.email)
    const otpCode = await service.codeFor(user.email)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        reset({ email: user.email, otpCode, newPassword: `raced-password-${index}` }),
      ),
    )
    const winners = responses.flatMap((response, index) => (response.status === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    expect(responses.filter((response) => response.status === 410)).toHaveLength(19)
    expect((await loginWith(`raced-password-${winners[0]}`)).status).toBe(200)
  })
})

describe('stored codes', () => {
  test('no table contains a mailed code in plain text, not even the subject of an e-mail', async () => {
    const email = 'reader@example.com'
    await service.call('POST /auth/otp/request', { body: { email } })
    const user = await service.register()
    await service.call('POST /auth/forgot-password', { body: { email: user.email } })
    const codes = await Promise.all(
      [...(await mailsTo(email)), ...(await mailsTo(user.email))].map(
        ({ text }) => text.match(/\b\d{6}\b/)![0],
      ),
    )
    expect(codes).toHaveLength(3)
    const stored = await service.test.database.query<{ row: string }>`
      select outgoing_mail::text as row from outgoing_mail union all select one_time_code::text from one_time_code
      union all select outbox::text from outbox`
    // Digests, ids and times contain digits too, so whole words are compared.
    const words = new Set(stored.flatMap(({ row }) => row.split(/[^0-9A-Za-z]+/)))
    for (const code of codes) expect(words.has(code)).toBe(false)
  })
})

describe('an account with two-factor sign-in', () => {
  test('a mailed code needs the second factor, and stays usable until it is sent', async () => {
    const { secret, ...user } = await registerWithTwoFactor({ isVerified: true })
    await service.call('POST /auth/otp/request', { body: { email: user.email } })
    const otpCode = await service.codeFor(user.email)
    const login = (more: Record<string, unknown>) =>
      service.call('POST /auth/otp/login', { body: { email: user.email, otpCode, ...more } })
    for (let round = 0; round < 6; round++) {
      const alone = await login({ username: 'another_name' })
      expect(alone.status).toBe(403)
      expect(alone.body.error.code).toBe('TWO_FACTOR_REQUIRED')
    }
    const wrongCode = await login({ otpCode: wrong(otpCode) })
    expect(wrongCode.body.error).toMatchObject({ code: 'CODE_INVALID', remainingAttempts: 4 })
    expect((await login({ totpCode: totpOf(secret) })).status).toBe(200)
  })

  test('the second factor is still required after a password reset', async () => {
    const { secret, ...user } = await registerWithTwoFactor({ isVerified: true })
    await service.call('POST /auth/forgot-password', { body: { email: user.email } })
    const password = 'a-password-by-mail'
    const reset = await service.call('POST /auth/reset-password', {
      body: { email: user.email, otpCode: await service.codeFor(user.email), newPassword: password },
    })
    expect(reset.status).toBe(200)
    const login = (more: Record<string, unknown>) =>
      service.call('POST /auth/login', { body: { email: user.email, password, ...more } })
    expect((await login({})).body.error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await login({ totpCode: totpOf(secret) })).status).toBe(200)
  })

  test('a wrong second factor consumes the mailed code', async () => {
    const { secret, ...user } = await registerWithTwoFactor({ isVerified: true })
    await service.call('POST /auth/otp/request', { body: { email: user.email } })
    const otpCode = await service.codeFor(user.email)
    const login = (totpCode: string) =>
      service.call('POST /auth/otp/login', { body: { email: user.email, otpCode, totpCode } })
    const guess = await login(wrong(totpOf(secret)))
    expect(guess.status).toBe(422)
    expect(guess.body.error.code).toBe('TWO_FACTOR_INVALID')
    expect((await login(totpOf(secret))).body.error.code).toBe('CODE_EXPIRED')
  })
})

describe('an account with an unverified address', () => {
  const status = async (token: string) => (await service.call('GET /user/profile', { token })).status
  const loginWith = (body: Record<string, unknown>) => service.call('POST /auth/login', { body })

  test('a sign-in with a mailed code claims the account and removes password, second factor and sessions', async () => {
    const { secret, ...earlierUser } = await registerWithTwoFactor({ isVerified: false })
    const { email, password } = earlierUser
    await service.call('POST /auth/otp/request', { body: { email } })
    const otpCode = await service.codeFor(email)
    const owner = await service.call('POST /auth/otp/login', { body: { email, otpCode } })
    expect(owner.status).toBe(200)
    expect(owner.body.data.user).toMatchObject({
      id: earlierUser.id,
      isEmailVerified: true,
      is2FAEnabled: false,
    })
    expect(await status(earlierUser.accessToken)).toBe(401)
    const refreshed = await service.call('POST /auth/refresh', {
      body: { refreshToken: earlierUser.refreshToken },
    })
    expect(refreshed.status).toBe(401)
    for (const more of [{}, { totpCode: totpOf(secret) }])
      expect((await loginWith({ email, password, ...more })).body.error.code).toBe('INVALID_CREDENTIALS')
    const [left] = await service.test.database.query<{ secrets: number; codes: number }>`
      select (select count(*)::int from two_factor where user_id = ${earlierUser.id}) as secrets,
        (select count(*)::int from recovery_code where user_id = ${earlierUser.id}) as codes`
    expect(left).toEqual({ secrets: 0, codes: 0 })
    expect(await status(owner.body.data.accessToken)).toBe(200)
  })

  test('a claim deletes the push devices of the earlier user', async () => {
    const earlierUser = await service.register()
    const registerDevice = (token: string, name: string) =>
      service.call('POST /notifications/device-token', { token, body: { token: name, platform: 'ios' } })
    const devices = () => service.test.database.query<{ token: string }>`
      select token from device_token where user_id = ${earlierUser.id} order by token`
    expect((await registerDevice(earlierUser.accessToken, 'of-earlier-user')).status).toBe(201)
    await service.call('POST /auth/otp/request', { body: { email: earlierUser.email } })
    const otpCode = await service.codeFor(earlierUser.email)
    const owner = await service.call('POST /auth/otp/login', { body: { email: earlierUser.email, otpCode } })
    expect(await devices()).toEqual([])
    await registerDevice(owner.body.data.accessToken, 'of-the-owner')
    expect(await devices()).toEqual([{ token: 'of-the-owner' }])
  })

  test('a wrong code does not claim the account', async () => {
    const { email, password, accessToken } = await service.register()
    await service.call('POST /auth/otp/request', { body: { email } })
    const otpCode = wrong(await service.codeFor(email))
    expect((await service.call('POST /auth/otp/login', { body: { email, otpCode } })).status).toBe(400)
    expect(await status(accessToken)).toBe(200)
    expect((await loginWith({ email, password })).status).toBe(200)
  })

  test('a password reset claims the account, and the new password alone signs in', async () => {
    const earlierUser = await registerWithTwoFactor({ isVerified: false })
    const { email } = earlierUser
    await service.call('POST /auth/forgot-password', { body: { email } })
    const newPassword = 'the-password-of-the-owner'
    const reset = await service.call('POST /auth/reset-password', {
      body: { email, otpCode: await service.codeFor(email), newPassword },
    })
    expect(reset.status).toBe(200)
    expect(await status(earlierUser.accessToken)).toBe(401)
    const owner = await loginWith({ email, password: newPassword })
    expect(owner.status).toBe(200)
    expect(owner.body.data.user).toMatchObject({ isEmailVerified: true, is2FAEnabled: false })
  })
})
