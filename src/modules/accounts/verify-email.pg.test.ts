import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { MINUTE_MS, SECOND_MS, useSystemClock } from '../../platform/clock.ts'

let service: TestService
const time = createTestClock()

beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service?.stop()
  useSystemClock()
})

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('verifying the e-mail address', () => {
  const verify = (token: string, otpCode: string) =>
    service.call('POST /auth/verify-email', { token, body: { otpCode } })
  const loginWith = (body: Record<string, unknown>) => service.call('POST /auth/login', { body })
  const requestAgain = (token: string) => service.call('POST /auth/verify-email/request', { token })

  test('the code from registration verifies the e-mail address once', async () => {
    const user = await service.register()
    const otpCode = await service.codeFor(user.email)
    const before = await service.call('GET /user/profile', { token: user.accessToken })
    expect(before.body.data.isEmailVerified).toBe(false)
    expect((await verify(user.accessToken, otpCode)).status).toBe(200)
    const after = await service.call('GET /user/profile', { token: user.accessToken })
    expect(after.body.data.isEmailVerified).toBe(true)
    const again = await verify(user.accessToken, otpCode)
    expect(again.status).toBe(409)
    expect(again.body.error.code).toBe('EMAIL_ALREADY_VERIFIED')
    expect((await requestAgain(user.accessToken)).body.error.code).toBe('EMAIL_ALREADY_VERIFIED')
  })

  test('every mail with a code is in the language of the user and has a link', async () => {
    await time.freezeWhile(async () => {
      const user = await service.register({ language: 'fr-CI' })
      const { accessToken: token, email } = user
      const mails = [(await service.mailTo(email))!]
      const request = async (route: string, sent: { token?: string; body?: object }) => {
        expect((await service.call(`POST /auth/${route}`, sent)).status).toBe(200)
        mails.push((await service.mailTo(email))!)
      }
      time.advance(MINUTE_MS)
      await request('verify-email/request', { token })
      await request('otp/request', { body: { email } })
      await request('forgot-password', { body: { email } })
      await service.call('POST /auth/set-wallet-pin', { token, body: { pin: '739164' } })
      await request('reset-wallet-pin-otp', { token })
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Confirmez votre adresse e-mail',
        'Confirmez votre adresse e-mail',
        'Votre code de connexion',
        'Réinitialisez votre mot de passe',
        'Réinitialisez le code PIN de votre portefeuille',
      ])
      const paths = mails.map(({ text }) => new URL(text.match(/http:\S+/)![0]).pathname)
      const account = '/settings/account'
      expect(paths).toEqual([account, account, '/sign-in', '/forgot-password', '/wallet'])
    })
  })

  test('a second code is sent only after a minute, and replaces the first one', async () => {
    await time.freezeWhile(async () => {
      const user = await service.register()
      const first = await service.codeFor(user.email)
      time.advance(5 * SECOND_MS)
      const early = await requestAgain(user.accessToken)
      expect([early.status, early.body.error.code]).toEqual([429, 'RATE_LIMITED'])
      expect(early.body.message).toContain('A code was sent recently')
      expect(early.headers.get('retry-after')).toBe('55')
      time.advance(55 * SECOND_MS)
      expect((await requestAgain(user.accessToken)).status).toBe(200)
      const second = await service.codeFor(user.email)
      if (first !== second)
        expect((await verify(user.accessToken, first)).body.error.code).toBe('CODE_INVALID')
      expect((await verify(user.accessToken, second)).status).toBe(200)
    })
  })

  test('a sixth verification code within a day is rejected', async () => {
    const user = await service.register()
    for (let sent = 2; sent <= 5; sent++) {
      time.advance(MINUTE_MS)
      expect((await requestAgain(user.accessToken)).status).toBe(200)
    }
    time.advance(MINUTE_MS)
    const sixth = await requestAgain(user.accessToken)
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    const mails = await service.call(`GET //dev/mail?to=${user.email}`)
    expect(mails.body.data).toHaveLength(5)
  })

  test('a code does not verify another user, and expires after five wrong attempts', async () => {
    const [one, other] = [await service.register(), await service.register()]
    const otpCode = await service.codeFor(one.email)
    if (otpCode !== (await service.codeFor(other.email)))
      expect((await verify(other.accessToken, otpCode)).status).toBe(400)
    for (let guess = 0; guess < 5; guess++)
      expect((await verify(one.accessToken, wrong(otpCode))).status).toBe(400)
    expect((await verify(one.accessToken, otpCode)).status).toBe(410)
    expect((await service.call('POST /auth/verify-email', { body: { otpCode } })).status).toBe(401)
  })

  test('a signed-in user who verifies the address keeps password, second factor and session', async () => {
    const { email, password, accessToken: token } = await service.register()
    const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
    await service.call('POST /auth/2fa/enable', { token, body: { code: totpOf(secret), password } })
    time.advance(MINUTE_MS)
    // The most recent e-mail is the one about the second factor, which has no code.
    await service.call('POST /auth/verify-email/request', { token })
    const otpCode = await service.codeFor(email)
    expect((await service.call('POST /auth/verify-email', { token, body: { otpCode } })).status).toBe(200)
    expect((await service.call('GET /user/profile', { token })).status).toBe(200)
    expect((await loginWith({ email, password })).body.error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await loginWith({ email, password, totpCode: totpOf(secret) })).status).toBe(200)
  })
})
