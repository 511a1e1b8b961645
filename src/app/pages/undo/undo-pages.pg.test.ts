import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { totpOf } from '../../../../test/harness/external-services/authenticator.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { HOUR_MS, MINUTE_MS, useSystemClock } from '../../../platform/clock.ts'

const PIN = '739164'

let service: TestService
const time = createTestClock()
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service?.stop()
  useSystemClock()
})

/** The page of the link in the newest mail. */
async function linkOf({ email }: TestUser): Promise<string> {
  const { text } = (await service.mailTo(email))!
  const [link] = text.match(/http:\S+\/undo\/\S+/) ?? []
  if (!link) throw new Error(`no link in ${text}`)
  return `${service.url}${new URL(link).pathname}`
}
const open = (link: string) => fetch(link)
const press = (link: string) => fetch(link, { method: 'POST' })
const login = ({ email, password }: TestUser, totpCode?: string) =>
  service.call('POST /auth/login', { body: { email, password, ...(totpCode ? { totpCode } : {}) } })
const profileStatus = async (token: string) => (await service.call('GET /user/profile', { token })).status

async function enable(user: TestUser): Promise<string> {
  const token = user.accessToken
  const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
  const body = { code: totpOf(secret), password: user.password }
  expect((await service.call('POST /auth/2fa/enable', { token, body })).status).toBe(200)
  time.advance(MINUTE_MS)
  return secret
}

async function disable(user: TestUser, secret: string): Promise<void> {
  const body = { code: totpOf(secret), password: user.password }
  const response = await service.call('POST /auth/2fa/disable', { token: user.accessToken, body })
  expect(response.status).toBe(200)
  time.advance(MINUTE_MS)
}

describe('the link in the mail about two-factor sign-in', () => {
  test('opening the page changes nothing; its button turns two-factor sign-in off and ends all sessions', async () => {
    const user = await service.register()
    const other = (await login(user)).body.data.accessToken
    await enable(user)
    const link = await linkOf(user)
    const page = await open(link)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<form method="post"><button>Turn it off</button></form>')
    const arabic = await fetch(link, { headers: { 'accept-language': 'de, ar-EG;q=0.8, en;q=0.5' } })
    expect(await arabic.text()).toMatch(/<html lang="ar" dir="rtl">.*<button>عطّله<\/button>/s)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect((await login(user)).body.error.code).toBe('TWO_FACTOR_REQUIRED')

    const done = await press(link)
    expect([done.status, (await done.text()).includes('Two-factor sign-in is off')]).toEqual([200, true])
    expect([await profileStatus(user.accessToken), await profileStatus(other)]).toEqual([401, 401])
    expect((await login(user)).status).toBe(200)
    const left = await service.test.database.query`
      select user_id from two_factor where user_id = ${user.id}
      union all select user_id from recovery_code where user_id = ${user.id}`
    expect(left).toEqual([])
  })

  test('a link works once, also for ten concurrent requests', async () => {
    const user = await service.register()
    await enable(user)
    const link = await linkOf(user)
    const responses = await Promise.all(Array.from({ length: 10 }, () => press(link)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
    expect((await open(link)).status).toBe(410)
    // A later second factor of the owner is safe from the used link.
    const again = { ...user, accessToken: (await login(user)).body.data.accessToken }
    await enable(again)
    expect((await press(link)).status).toBe(410)
    expect((await login(user)).body.error.code).toBe('TWO_FACTOR_REQUIRED')
  })

  test('a link expires after 24 hours', async () => {
    const [late, early] = [await service.register(), await service.register()]
    await enable(early)
    await enable(late)
    const links = [await linkOf(early), await linkOf(late)]
    // Enabling passes a minute each, so the first link is 24 hours old and the second is not.
    time.advance(24 * HOUR_MS - 1.5 * MINUTE_MS)
    expect((await press(links[0]!)).status).toBe(410)
    expect((await open(links[0]!)).status).toBe(410)
    expect((await press(links[1]!)).status).toBe(200)
  })

  test('turning it off can be undone: the same authenticator and recovery codes work again', async () => {
    const user = await service.register()
    const token = user.accessToken
    const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
    const enabled = await service.call('POST /auth/2fa/enable', {
      token,
      body: { code: totpOf(secret), password: user.password },
    })
    const [used, unused] = enabled.body.data.recoveryCodes as [string, string]
    time.advance(MINUTE_MS)
    expect((await login(user, used)).status).toBe(200)
    const code = totpOf(secret)
    const body = { code, password: user.password }
    expect((await service.call('POST /auth/2fa/disable', { token, body })).status).toBe(200)
    expect((await press(await linkOf(user))).status).toBe(200)
    expect(await profileStatus(token)).toBe(401)
    expect((await login(user)).body.error.code).toBe('TWO_FACTOR_REQUIRED')
    // What was used before stays used.
    expect((await login(user, code)).status).toBe(422)
    expect((await login(user, used)).status).toBe(422)
    expect((await login(user, unused)).status).toBe(200)
    time.advance(MINUTE_MS)
    expect((await login(user, totpOf(secret))).status).toBe(200)
  })

  test('the link of an earlier change waits until the later change is undone', async () => {
    const user = await service.register()
    const secret = await enable(user)
    const enabledLink = await linkOf(user)
    await disable(user, secret)
    const disabledLink = await linkOf(user)
    const thiefs = await enable(user)
    const thiefsLink = await linkOf(user)
    expect((await press(enabledLink)).status).toBe(409)
    expect((await press(disabledLink)).status).toBe(409)
    expect((await press(thiefsLink)).status).toBe(200)
    expect((await press(disabledLink)).status).toBe(200)
    expect((await login(user, totpOf(thiefs))).status).toBe(422)
    expect((await login(user, totpOf(secret))).status).toBe(200)
  })

  test('a claim of the account ends the links of its earlier user', async () => {
    const user = await service.register()
    await disable(user, await enable(user))
    const link = await linkOf(user)
    await service.call('POST /auth/otp/request', { body: { email: user.email } })
    const otpCode = await service.codeFor(user.email)
    await service.call('POST /auth/otp/login', { body: { email: user.email, otpCode } })
    expect((await press(link)).status).toBe(404)
  })
})

describe('the link in the mail about the first wallet PIN', () => {
  const call = (user: TestUser, path: string, body: object) =>
    service.call(`POST /auth/${path}`, { token: user.accessToken, body })

  test('it removes the PIN and its tokens and ends all sessions', async () => {
    const user = await service.register()
    expect((await call(user, 'set-wallet-pin', { pin: PIN })).status).toBe(200)
    await call(user, 'verify-wallet-pin', { pin: PIN })
    expect((await service.mailTo(user.email))!.subject).toBe('A wallet PIN was set')
    const link = await linkOf(user)
    expect(await (await open(link)).text()).toContain('Remove the PIN')
    expect((await press(link)).status).toBe(200)
    expect(await profileStatus(user.accessToken)).toBe(401)
    const again = { ...user, accessToken: (await login(user)).body.data.accessToken }
    expect((await call(again, 'verify-wallet-pin', { pin: PIN })).body.error.code).toBe('PIN_NOT_SET')
    const tokens = await service.test.database.query`select from pin_token where user_id = ${user.id}`
    expect(tokens).toHaveLength(0)
  })

  test('it does not remove a PIN that was changed since, and the stored token is a digest', async () => {
    const user = await service.register()
    await call(user, 'set-wallet-pin', { pin: PIN })
    const link = await linkOf(user)
    time.advance(MINUTE_MS)
    await call(user, 'set-wallet-pin', { pin: '580471', currentPin: PIN })
    expect((await press(link)).status).toBe(409)
    expect((await call(user, 'verify-wallet-pin', { pin: '580471' })).status).toBe(200)
    const [row] = await service.test.database.query<{ text: string }>`
      select undo_link::text as text from undo_link where user_id = ${user.id}`
    expect(row!.text).not.toContain(link.split('/').at(-1)!)
  })
})

test('an unknown link is answered with a page, and other methods and other tokens are refused', async () => {
  const unknown = `${service.url}/undo/${'A'.repeat(43)}`
  for (const response of [await open(unknown), await press(unknown)]) {
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This link is not valid')
  }
  expect((await fetch(unknown, { method: 'DELETE' })).status).toBe(405)
  expect((await fetch(`${service.url}/undo/short`)).status).toBe(404)
})
