import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

let counter = 0
function details(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const number = ++counter
  const made = {
    email: `new${number}@example.com`,
    username: `new_${number}`,
    password: `secret-words-${number}`,
  }
  return { ...made, ...changes }
}

function register(changes: Record<string, unknown> = {}) {
  return service.call('POST /auth/register', { body: details(changes) })
}

async function countAccounts(): Promise<number> {
  const [row] = await service.test.database.query<{ count: bigint }>`select count(*) from user_account`
  return Number(row!.count)
}

describe('registration', () => {
  test('registration returns 201 with the profile and a pair of tokens', async () => {
    const body = details({ country: 'ke', language: 'sw', timeZone: 'Africa/Nairobi' })
    const response = await service.call('POST /auth/register', { body })
    expect(response.status).toBe(201)
    expect(response.body).toStrictEqual({
      success: true,
      data: {
        user: {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
          email: body.email,
          username: body.username,
          role: 'USER',
          country: 'KE',
          bio: null,
          language: 'sw',
          timeZone: 'Africa/Nairobi',
          isEmailVerified: false,
          is2FAEnabled: false,
          walletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
          totalXP: 0,
          totalGems: 0,
          level: 1,
          currentStreak: 0,
          longestStreak: 0,
          profileImageUrl: expect.stringMatching(/^https?:.*\.svg$/),
          dailyTargetXP: null,
          leaderboardOptOut: false,
          publicProfile: false,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
        accessToken: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
        refreshToken: expect.stringMatching(/^[\w-]{43}$/),
        tokenType: 'Bearer',
        expiresIn: 900,
      },
      message: expect.any(String),
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const profile = await service.call('GET /user/profile', { token: response.body.data.accessToken })
    expect(profile.body.data).toEqual(response.body.data.user)
  })

  test('omitted fields get their defaults', async () => {
    const { body } = await register()
    expect(body.data.user).toMatchObject({ country: null, language: 'en', timeZone: 'UTC' })
  })

  test('language and time zone are stored in canonical spelling', async () => {
    const { body } = await register({ language: 'PT-br', timeZone: 'africa/nairobi' })
    expect(body.data.user).toMatchObject({ language: 'pt-BR', timeZone: 'Africa/Nairobi' })
  })

  test('registration sends a code and stores neither the password nor a token in plain text', async () => {
    const body = details()
    const response = await service.call('POST /auth/register', { body })
    expect(await service.codeFor(body.email as string)).toMatch(/^\d{6}$/)
    const [row] = await service.test.database.query<{ text: string }>`
      select row_to_json(user_account)::text as text from user_account where email = ${body.email as string}`
    expect(row!.text).toContain('$argon2id$')
    expect(row!.text).not.toContain(body.password as string)
    expect(row!.text).not.toContain(response.body.data.refreshToken)
  })

  test('a password in any script is accepted and works at sign-in', async () => {
    const password = 'пароль 密码 😀😁'
    const body = details({ password })
    expect((await service.call('POST /auth/register', { body })).status).toBe(201)
    const login = await service.call('POST /auth/login', { body: { email: body.email, password } })
    expect(login.status).toBe(200)
  })

  test('a password of 128 two-unit characters is accepted and works at sign-in', async () => {
    const password = '😀😁😂🤣😃😄😅😆'.repeat(16)
    const body = details({ password })
    expect((await service.call('POST /auth/register', { body })).status).toBe(201)
    const login = await service.call('POST /auth/login', { body: { email: body.email, password } })
    expect(login.status).toBe(200)
  })

  test('unknown fields of the body are not stored', async () => {
    const body = details({
      id: '00000000-0000-7000-8000-000000000001',
      role: 'ADMIN',
      isEmailVerified: true,
      emailVerifiedAt: '2020-01-01T00:00:00.000Z',
      is2FAEnabled: true,
      totalXP: 999_999,
      totalGems: 999_999,
      level: 99,
      walletAddress: '0x0000000000000000000000000000000000000001',
      createdAt: '2001-01-01T00:00:00.000Z',
      bio: 'set at registration',
      avatarKey: 'avatars/else.webp',
      passwordHash: 'none',
      suspendedAt: null,
    })
    const { status, body: response } = await service.call('POST /auth/register', { body })
    expect(status).toBe(201)
    expect(response.data.user).toMatchObject({
      role: 'USER',
      isEmailVerified: false,
      is2FAEnabled: false,
      totalXP: 0,
      totalGems: 0,
      level: 1,
      walletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      bio: null,
    })
    expect(response.data.user.id).not.toBe(body.id)
    expect(response.data.user.walletAddress).not.toBe(body.walletAddress)
    expect(response.data.user.profileImageUrl).not.toContain('else')
    expect(Date.now() - Date.parse(response.data.user.createdAt)).toBeLessThan(60_000)
    const login = await service.call('POST /auth/login', {
      body: { email: body.email, password: body.password },
    })
    expect(login.status).toBe(200)
  })
})

describe('uniqueness of e-mail address and username', () => {
  test('an e-mail address that differs only in case is taken', async () => {
    await register({ email: 'Grace@Example.com' })
    for (const email of [
      'Grace@Example.com',
      'grace@example.com',
      'GRACE@EXAMPLE.COM',
      ' grace@example.com ',
    ]) {
      const { status, body } = await register({ email })
      expect([status, body.error.code]).toEqual([409, 'EMAIL_TAKEN'])
    }
  })

  test('a username that differs only in case is taken', async () => {
    await register({ username: 'Hopper' })
    for (const username of ['Hopper', 'hopper', 'HOPPER']) {
      const { status, body } = await register({ username })
      expect([status, body.error.code]).toEqual([409, 'USERNAME_TAKEN'])
    }
    const asked = await service.call('POST /auth/username-available', { body: { username: 'hOPPER' } })
    expect(asked.body.data).toEqual({ username: 'hOPPER', available: false })
  })

  test('a reserved username is reported as taken', async () => {
    for (const username of ['admin', 'Administrator', 'LYCEUM', 'support', 'root']) {
      const { status, body } = await register({ username })
      expect([status, body.error.code]).toEqual([409, 'USERNAME_TAKEN'])
      const asked = await service.call('POST /auth/username-available', { body: { username } })
      expect(asked.body.data.available).toBe(false)
    }
    expect((await register({ username: 'lyceum_admin' })).status).toBe(201)
  })

  test('of twenty concurrent registrations of one e-mail address one succeeds', async () => {
    const before = await countAccounts()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register({ email: index % 2 ? 'rush@example.com' : 'RUSH@example.com' }),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of responses.filter((response) => response.status !== 201))
      expect([status, body.error.code]).toEqual([409, 'EMAIL_TAKEN'])
    expect(await countAccounts()).toBe(before + 1)
  })

  test('of twenty concurrent registrations of one username one succeeds', async () => {
    const before = await countAccounts()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => register({ username: index % 2 ? 'rusher' : 'RUSHER' })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of responses.filter((response) => response.status !== 201))
      expect([status, body.error.code]).toEqual([409, 'USERNAME_TAKEN'])
    expect(await countAccounts()).toBe(before + 1)
  })

  test('twenty concurrent retries of one request create one account, one session and one e-mail', async () => {
    const body = details()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => service.call('POST /auth/register', { body })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const [row] = await service.test.database.query<{ sessions: bigint; mails: bigint }>`
      select (select count(*) from session where user_id = user_account.id) as sessions,
        (select count(*) from outgoing_mail where recipient = email) as mails
      from user_account where email = ${body.email as string}`
    expect(row).toMatchObject({ sessions: 1n, mails: 1n })
  })

  test('a rejected registration leaves e-mail address and username available', async () => {
    const free = details()
    expect(
      (await service.call('POST /auth/register', { body: { ...free, password: 'qwertyuiop' } })).status,
    ).toBe(422)
    expect((await service.call('POST /auth/register', { body: { ...free, country: 'XX' } })).status).toBe(400)
    expect((await service.call('POST /auth/register', { body: free })).status).toBe(201)
  })
})

describe('an invalid body is rejected with the field, and nothing is stored', () => {
  const invalid: [string, unknown][] = [
    ['email', 'nobody'],
    ['email', 'a@b'],
    ['email', ''],
    ['email', 7],
    ['email', undefined],
    ['username', 'ab'],
    ['username', 'a'.repeat(31)],
    ['username', 'with space'],
    ['username', 'ünïcode'],
    ['username', undefined],
    ['password', 'a2345678z'],
    ['password', 'x'.repeat(129)],
    ['password', 1234567890],
    ['password', null],
    ['password', undefined],
    ['country', 'XX'],
    ['country', 'Kenya'],
    ['country', null],
    ['username', '...'],
    ['language', 'not a language'],
    ['language', 'english'],
    ['language', 'xx'],
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', '+03:00'],
    ['referralCode', "'; drop table user_account; --"],
    ['email', `nul\0@example.com`],
    ['username', 'lone\ud800'],
    ['password', 'nul\0nul\0nul\0nul'],
  ]
  test.each(invalid)('an invalid %s such as %j is rejected', async (field, value) => {
    const before = await countAccounts()
    const { status, body } = await register({ [field]: value })
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field])
    expect(await countAccounts()).toBe(before)
  })

  test('the error lists all invalid fields', async () => {
    const { body } = await service.call('POST /auth/register', { body: {} })
    const fields = body.error.details.map((detail: { field: string }) => detail.field)
    expect(fields.sort()).toEqual(['email', 'password', 'username'])
  })

  test.each(['qwertyuiop', 'Password123', 'aaaaaaaaaaaa', 'abcdefghij', '0987654321'])(
    '%s is too weak a password',
    async (password) => {
      const { status, body } = await register({ password })
      expect([status, body.error.code]).toEqual([422, 'WEAK_PASSWORD'])
    },
  )

  test('the e-mail address is too weak a password in any case', async () => {
    const { status, body } = await register({
      email: 'long.address@example.com',
      password: 'Long.Address@Example.COM',
    })
    expect([status, body.error.code]).toEqual([422, 'WEAK_PASSWORD'])
  })

  test.each([
    [9, 400],
    [10, 201],
    [128, 201],
    [129, 400],
  ])('a password of %d characters gets %d', async (length, expected) => {
    const password = 'aB3-xYz9.Q'.repeat(13).slice(0, length)
    expect((await register({ password })).status).toBe(expected)
  })
})
