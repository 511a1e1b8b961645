import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'

const LIMITS = {
  RATE_LIMITS: 'on',
  LIMIT_CREDENTIALS_PER_ACCOUNT: '5/900',
  LIMIT_CREDENTIALS_PER_ADDRESS: '10000/60',
}

let database: TestDatabase
let service: TestService
beforeAll(async () => {
  database = await createTestDatabase()
  service = await startTestService(LIMITS, database)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

function login(email: string, password: string): Promise<ApiResponse> {
  return service.call('POST /auth/login', { body: { email, password } })
}

async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await login(email, `wrong-guess-${time}`)).status)
  return statuses
}

describe('the limit of password attempts', () => {
  test('after five wrong passwords the correct one is rejected too', async () => {
    const user = await service.register()
    expect(await guess(user.email, 7)).toEqual([401, 401, 401, 401, 401, 429, 429])
    const right = await login(user.email, user.password)
    expect([right.status, right.body.error.code]).toEqual([429, 'RATE_LIMITED'])
    const wait = Number(right.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(60)
    expect(wait).toBeLessThanOrEqual(180)
    // Reauthentication shares the limit.
    const deletion = await service.call('DELETE /user/account', {
      token: user.accessToken,
      body: { password: user.password },
    })
    expect(deletion.status).toBe(429)
  })

  test('attempts at an unknown account have the same limit', async () => {
    expect(await guess('nobody@example.com', 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('of a hundred concurrent attempts five are compared', async () => {
    const user = await service.register()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => login(user.email, `wrong-guess-${index}`)),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(95)
  })

  test('the correct password resets the limit', async () => {
    const user = await service.register()
    for (let round = 0; round < 3; round++) {
      expect(await guess(user.email, 4)).toEqual([401, 401, 401, 401])
      expect((await login(user.email, user.password)).status).toBe(200)
    }
  })

  test('other spellings of the e-mail address share the limit', async () => {
    const user = await service.register({ email: 'Indigi.Miki@example.com' })
    const spellings = [
      'indigi.miki@example.com',
      'INDIGI.MIKI@EXAMPLE.COM',
      ' indigi.miki@example.com',
      'Indigi.Miki@example.com',
    ]
    for (const spelling of spellings) expect(await guess(spelling, 1)).toEqual([401])
    expect(await guess('indiGI.miki@example.com ', 2)).toEqual([401, 429])
    // PostgreSQL lower-cases these to i and k. They must not give another limit for the same account.
    for (const spelling of [
      'İndigi.miki@example.com',
      'indigİ.mİki@example.com',
      'indigi.mi\u212Ai@example.com',
    ]) {
      const response = await login(spelling, user.password)
      expect(response.status).toBeOneOf([401, 429])
    }
  })

  test('the limit survives a restart', async () => {
    const user = await service.register()
    expect(await guess(user.email, 5)).toEqual([401, 401, 401, 401, 401])
    await service.stop()
    service = await startTestService(LIMITS, database)
    expect(await guess(user.email, 1)).toEqual([429])
    expect((await login(user.email, user.password)).status).toBe(429)
  })

  test('all processes share the limit', async () => {
    const user = await service.register()
    const other = await startTestService(LIMITS, database)
    try {
      expect(await guess(user.email, 5)).toEqual([401, 401, 401, 401, 401])
      const body = { email: user.email, password: user.password }
      expect((await other.call('POST /auth/login', { body })).status).toBe(429)
    } finally {
      await other.stop()
    }
  })

  test('attempts at one account do not affect other accounts', async () => {
    const [victim, other] = [await service.register(), await service.register()]
    await guess(victim.email, 6)
    expect((await login(other.email, other.password)).status).toBe(200)
    // Sessions stay valid and can be refreshed.
    const refreshed = await service.call('POST /auth/refresh', {
      body: { refreshToken: victim.refreshToken },
    })
    expect(refreshed.status).toBe(200)
  })
})

describe('an attacker who knows an e-mail address', () => {
  let proxied: TestService
  beforeAll(async () => {
    proxied = await startTestService({ ...LIMITS, TRUST_PROXY_HOPS: '1' })
  })
  afterAll(() => proxied.stop())
  const post = (path: string, from: string, body: Record<string, unknown>) =>
    proxied.call(`POST /auth/${path}`, { body, headers: { 'x-forwarded-for': from } })
  const HOME = '2001:db8:1:1::7'
  const HOME_TODAY = '2001:db8:1:1::8'
  const ELSEWHERE = '203.0.113.9'

  async function registerAtHome() {
    const [email, password] = [`home${crypto.randomUUID()}@example.com`, 'the-password-of-home']
    const username = email.slice(0, 20).replaceAll('-', '_')
    const { body } = await post('register', HOME, { email, password, username })
    return { email, password, token: body.data.accessToken as string }
  }
  const guessFrom = async (from: string, email: string, times: number) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++)
      statuses.push((await post('login', from, { email, password: `wrong-${time}` })).status)
    return statuses
  }

  test('wrong passwords from an unknown network do not lock out the owner at a known network', async () => {
    const { email, password, token } = await registerAtHome()
    // The owner has signed out and signs in again.
    await proxied.call('POST /auth/logout', { token })
    expect(await guessFrom(ELSEWHERE, email, 7)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await post('login', '198.51.100.4', { email, password })).status).toBe(429)
    expect((await post('login', HOME_TODAY, { email, password })).status).toBe(200)
    expect(await guessFrom(ELSEWHERE, email, 1)).toEqual([429])
    // The known network has its own limit.
    expect(await guessFrom(HOME, email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await post('login', HOME_TODAY, { email, password })).status).toBe(429)
  })

  test('a crafted e-mail address does not use up another limit of the owner', async () => {
    const { email, password, token } = await registerAtHome()
    const userId = (await proxied.call('GET /user/profile', { token })).body.data.id
    const own = (path: string, body: object) => proxied.call(`POST /auth/${path}`, { token, body })
    expect((await own('set-wallet-pin', { pin: '739164' })).status).toBe(200)
    // User ids are public: leaderboards show them.
    for (const name of [
      `wallet-pin:${userId}`,
      `second-factor:${userId}`,
      `room-code:${userId}`,
      `${email} at 2001:db8:1:1`,
      `password at 2001:db8:1:1:${email}`,
      `at 2001:db8:1:1:${email}`,
    ])
      expect(await guessFrom(ELSEWHERE, name, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await own('verify-wallet-pin', { pin: '739164' })).status).toBe(200)
    expect((await own('2fa/enable', { code: '123456', password })).status).toBe(409)
    expect((await proxied.call('POST /quiz-battles/rooms/000000/join', { token })).status).toBe(404)
    expect((await post('login', HOME, { email, password })).status).toBe(200)
  })

  test('requests from an unknown network do not use up the owner’s daily codes', async () => {
    for (const [path, subject] of [
      ['otp/request', 'Your sign-in code'],
      ['forgot-password', 'Reset your password'],
    ] as const) {
      const { email } = await registerAtHome()
      const db = proxied.test.database.query
      const askFrom = async (from: string, times: number) => {
        for (let time = 0; time < times; time++) {
          expect((await post(path, from, { email })).status).toBe(200)
          await db`update one_time_code set sent_at = sent_at - interval '2 minutes'`
        }
        return (await db`select from outgoing_mail where recipient = ${email} and subject = ${subject}`)
          .length
      }
      expect(await askFrom(ELSEWHERE, 8)).toBe(5)
      expect(await askFrom(HOME_TODAY, 2)).toBe(7)
      expect(await askFrom(ELSEWHERE, 1)).toBe(7)
      expect(await askFrom(HOME, 8)).toBe(10)
    }
  })

  test('wrong attempts from other networks do not invalidate the owner’s code, and are limited to five', async () => {
    for (const [asking, using, more] of [
      ['otp/request', 'otp/login', {}],
      ['forgot-password', 'reset-password', { newPassword: 'another-long-password' }],
    ] as const) {
      const { email } = await registerAtHome()
      expect((await post(asking, HOME, { email })).status).toBe(200)
      const otpCode = await proxied.codeFor(email)
      const wrong = otpCode === '000000' ? '111111' : '000000'
      const tryFrom = async (from: string, code: string) =>
        (await post(using, from, { email, otpCode: code, ...more })).status
      const tries = [ELSEWHERE, '198.51.100.4', ELSEWHERE, '198.51.100.5', ELSEWHERE]
      for (const from of tries) expect(await tryFrom(from, wrong)).toBe(400)
      // All other networks share five attempts.
      expect(await tryFrom('198.51.100.6', otpCode)).toBe(410)
      for (let time = 0; time < 4; time++) expect(await tryFrom(HOME_TODAY, wrong)).toBe(400)
      expect(await tryFrom(HOME, otpCode)).toBe(200)
      // The code can be used once.
      expect(await tryFrom(HOME, otpCode)).toBe(410)
    }
  })

  test('the network of a user who lost an unverified account to its owner is unknown', async () => {
    const { email } = await registerAtHome()
    await post('otp/request', ELSEWHERE, { email })
    const otpCode = await proxied.codeFor(email)
    expect((await post('otp/login', ELSEWHERE, { email, otpCode })).status).toBe(200)
    expect(await guessFrom('198.51.100.4', email, 5)).toEqual([401, 401, 401, 401, 401])
    expect(await guessFrom(HOME, email, 1)).toEqual([429])
  })
})

test('password guessing from a network does not prevent its other users from refreshing sessions', async () => {
  const school = await startTestService({ ...LIMITS, LIMIT_CREDENTIALS_PER_ADDRESS: '8/600' })
  try {
    const pupil = await school.register()
    const refresh = (refreshToken: string) => school.call('POST /auth/refresh', { body: { refreshToken } })
    for (let time = 0; time < 9; time++)
      await school.call('POST /auth/login', {
        body: { email: `pupil${time}@example.com`, password: 'guessed' },
      })
    expect(
      (await school.call('POST /auth/login', { body: { email: 'x@example.com', password: 'y' } })).status,
    ).toBe(429)
    let { refreshToken } = pupil
    for (let time = 0; time < 10; time++) {
      const response = await refresh(refreshToken)
      expect(response.status).toBe(200)
      refreshToken = response.body.data.refreshToken
    }
    // Invalid refresh tokens are limited.
    expect((await refresh('no-token-at-all')).status).toBe(429)
  } finally {
    await school.stop()
  }
})

test('one client address can try a limited number of accounts, regardless of forwarding headers', async () => {
  const limited = await startTestService({ ...LIMITS, LIMIT_CREDENTIALS_PER_ADDRESS: '12/600' })
  try {
    const responses: ApiResponse[] = []
    for (let index = 0; index < 16; index++) {
      responses.push(
        await limited.call('POST /auth/login', {
          body: { email: `account${index}@example.com`, password: 'the-same-password' },
          headers: { 'x-forwarded-for': `198.51.100.${index}` },
        }),
      )
    }
    expect(responses.map(({ status }) => status)).toEqual([...Array(12).fill(401), ...Array(4).fill(429)])
    expect(Number(responses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let index = 0; index < 16; index++) {
      const asked = await limited.call('POST /auth/username-available', { body: { username: 'late' } })
      expect(asked.status).toBe(200)
    }
    const registering = await limited.call('POST /auth/register', {
      body: { email: 'late@example.com', username: 'late', password: 'a-long-password' },
    })
    expect(registering.status).toBe(429)
  } finally {
    await limited.stop()
  }
})
