import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

let service: TestService
let user: TestUser
let other: TestUser

beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL: 'https://lyceum.example' })
  ;[user, other] = await Promise.all([service.register(), service.register()])
})
afterAll(() => service?.stop())

const read = async (token = user.accessToken) =>
  (await service.call('GET /user/profile', { token })).body.data
const change = (body: unknown, token = user.accessToken) =>
  service.call('PATCH /user/profile', { token, body })
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

describe('reading the profile', () => {
  test('the profile has every field of the specification with its type', async () => {
    const response = await service.call('GET /user/profile', { token: user.accessToken })
    expect(response.status).toBe(200)
    expect(Object.keys(response.body)).toEqual(['success', 'data'])
    expect(response.body.data).toEqual({
      id: user.id,
      email: user.email,
      username: user.username,
      role: 'USER',
      country: null,
      bio: null,
      language: 'en',
      timeZone: 'UTC',
      isEmailVerified: false,
      is2FAEnabled: false,
      walletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      totalXP: 0,
      totalGems: 0,
      level: 1,
      currentStreak: 0,
      longestStreak: 0,
      profileImageUrl: `https://lyceum.example/avatars/${user.id}.svg`,
      leaderboardOptOut: false,
      publicProfile: false,
      dailyTargetXP: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(Math.abs(Date.parse(response.body.data.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  test('the profile requires an access token', async () => {
    expect((await service.call('GET /user/profile')).status).toBe(401)
    expect((await service.call('PATCH /user/profile', { body: { bio: 'x' } })).status).toBe(401)
    expect((await service.call('GET /user/export')).status).toBe(401)
    expect((await service.call('DELETE /user/account', { body: { password: 'x' } })).status).toBe(401)
  })

  test('an unchanged profile gets 304, and a changed one the full response', async () => {
    const first = await service.call('GET /user/profile', { token: user.accessToken })
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const ask = () =>
      service.call('GET /user/profile', { token: user.accessToken, headers: { 'if-none-match': etag } })
    const same = await ask()
    expect(same.status).toBe(304)
    expect(same.body).toBe('')
    expect(same.headers.get('etag')).toBe(etag)
    await change({ bio: 'something new' })
    const changed = await ask()
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    const otherUser = await service.call('GET /user/profile', {
      token: other.accessToken,
      headers: { 'if-none-match': etag },
    })
    expect(otherUser.body.data.id).toBe(other.id)
  })

  test('the default avatar is the same for the same id and differs between ids', async () => {
    const { profileImageUrl } = await read()
    const path = new URL(profileImageUrl).pathname
    const image = await service.call(`GET /${path}`)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    expect(image.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(image.body).toStartWith('<svg')
    expect((await service.call(`GET /${path}`)).body).toBe(image.body)
    expect((await service.call(`GET //avatars/${other.id}.svg`)).body).not.toBe(image.body)
    for (const name of ['x.svg', `${user.id}.png`, `${user.id}`, `..%2f${user.id}.svg`, '%3Cscript%3E.svg'])
      expect((await service.call(`GET //avatars/${name}`)).status).toBe(404)
  })
})

describe('changing the profile', () => {
  test('a JSON patch changes only the given fields', async () => {
    const full = { country: 'KE', bio: 'One slide a day.', language: 'pt-BR', timeZone: 'Africa/Nairobi' }
    const response = await change(full)
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Profile updated')
    expect(response.body.data).toMatchObject({ ...full, username: user.username })
    for (const [name, value] of Object.entries({
      country: 'gb',
      bio: 'Two.',
      language: 'sw',
      timeZone: 'Europe/Paris',
    })) {
      const before = await read()
      const expected = name === 'country' ? 'GB' : value
      expect((await change({ [name]: value })).body.data).toEqual({ ...before, [name]: expected })
    }
    const before = await read()
    expect((await change({})).body.data).toEqual(before)
  })

  test('the daily target is stored, cleared by null, and refused outside its range', async () => {
    expect((await change({ dailyTargetXP: 50 })).body.data.dailyTargetXP).toBe(50)
    expect((await change(form({ dailyTargetXP: '100' }))).body.data.dailyTargetXP).toBe(100)
    for (const wrong of [9, 1_001, 20.5, '', 'many', [50], true])
      expect((await change({ dailyTargetXP: wrong })).status).toBe(400)
    expect((await change({ bio: 'Same target.' })).body.data.dailyTargetXP).toBe(100)
    expect((await change({ dailyTargetXP: null })).body.data.dailyTargetXP).toBeNull()
  })

  test('the XP of today count from midnight in the time zone of the user', async () => {
    const token = other.accessToken
    const target = async () => (await service.call('GET /user/daily-target', { token })).body.data
    await change({ timeZone: 'UTC', dailyTargetXP: 20 }, token)
    expect(await target()).toEqual({ targetXP: 20, earnedXP: 0 })
    const midnight = new Date().setUTCHours(0, 0, 0, 0)
    const post = (at: number, xp: number) =>
      service.test.database.query`
        select ledger_post(${Bun.randomUUIDv7()}, ${`test:${at}:${xp}`}, 'LESSON_COMPLETED', ${new Date(at)},
          ${[
            { account: 'house:issuance', asset: 'XP', amount: String(-xp) },
            { account: `user:${other.id}`, asset: 'XP', amount: String(xp) },
          ]}::jsonb)`
    await post(midnight, 30)
    await post(midnight - 1, 7)
    expect(await target()).toEqual({ targetXP: 20, earnedXP: 30 })
    expect((await service.call('GET /user/daily-target')).status).toBe(401)
  })

  test('a multipart patch changes only the given fields', async () => {
    const before = await read()
    const one = await change(form({ bio: 'By form, with ünïcode and 🎓.' }))
    expect(one.status).toBe(200)
    expect(one.body.data).toEqual({ ...before, bio: 'By form, with ünïcode and 🎓.' })
    const more = await change(form({ country: 'tz', language: 'en-GB', timeZone: 'Africa/Dar_es_Salaam' }))
    expect(more.body.data).toMatchObject({
      country: 'TZ',
      language: 'en-GB',
      timeZone: 'Africa/Dar_es_Salaam',
    })
  })

  test('language and time zone are stored in canonical spelling', async () => {
    const { body } = await change({ language: 'ZH-hant-tw', timeZone: 'america/argentina/buenos_aires' })
    expect(body.data).toMatchObject({
      language: 'zh-Hant-TW',
      timeZone: 'America/Argentina/Buenos_Aires',
    })
  })

  test('a patch locks the account before the scores, like an account deletion', async () => {
    const { database } = service.test
    await database.query`
      insert into period_score (user_id, period, starts_on, xp, reached_at)
      values (${other.id}, 'all-time', 'epoch', 10, now())`
    let response: Promise<ApiResponse> | undefined
    await database.transaction(async ({ raw }) => {
      await raw('select 1 from user_account where id = $1 for no key update', [other.id])
      response = change({ leaderboardOptOut: true }, other.accessToken)
      await waitUntil(async () => {
        const waiting = await database.query`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return waiting.length > 0
      })
      const free = await raw('select 1 from period_score where user_id = $1 for update skip locked', [
        other.id,
      ])
      expect(free).toHaveLength(1)
    })
    expect((await response!).body.data.leaderboardOptOut).toBe(true)
  })

  test('null clears country and bio, and is rejected for other fields', async () => {
    await change({ country: 'KE', bio: 'to be cleared' })
    const response = await change({ country: null, bio: null })
    expect(response.body.data).toMatchObject({ country: null, bio: null })
    for (const name of ['username', 'language', 'timeZone']) {
      const rejected = await change({ [name]: null })
      expect(rejected.status).toBe(400)
      expect(rejected.body.error.details[0].field).toBe(name)
    }
  })

  test('invalid values are rejected with the field, and nothing changes', async () => {
    const before = await read()
    const bad: [string, unknown][] = [
      ['username', ''],
      ['username', 'ab'],
      ['username', 'a'.repeat(31)],
      ['username', 'with space'],
      ['username', 'has@sign'],
      ['username', 'ада_латин'],
      ['username', 'аda'],
      ['username', 'zero\u200bwidth'],
      ['username', 'nul\0byte'],
      ['username', 42],
      ['username', ['ada']],
      ['country', 'XX'],
      ['country', 'KEN'],
      ['country', 'Kenya'],
      ['country', ''],
      ['country', 'ZZ'],
      ['country', 254],
      ['bio', 'x'.repeat(501)],
      ['bio', 'nul\0byte'],
      ['bio', '\ud800 half'],
      ['bio', { toString: 'x' }],
      ['language', 'not a language'],
      ['language', ''],
      ['language', 'e'],
      ['language', 'x'.repeat(40)],
      ['timeZone', 'Mars/Olympus'],
      ['timeZone', '+03:00'],
      ['timeZone', ''],
      ['timeZone', '../../etc/passwd'],
    ]
    for (const [field, value] of bad) {
      const response = await change({ [field]: value, bio: field === 'bio' ? value : 'must not be stored' })
      expect([field, value, response.status]).toEqual([field, value, 400])
      expect(response.body.error.code).toBe('VALIDATION_FAILED')
      expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field)
    }
    for (const [field, value] of bad) {
      if (typeof value !== 'string' || value.includes('\ud800')) continue
      const response = await change(form({ [field]: value }))
      expect([field, value, response.status]).toEqual([field, value, 400])
    }
    expect((await change('a string')).status).toBe(400)
    expect((await change([1, 2])).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  test('HTML and SQL in text fields are stored as plain text', async () => {
    const bio = '<script>alert(1)</script>\'; drop table user_account; -- "\\ \u202e'
    expect((await change({ bio })).body.data.bio).toBe(bio)
    expect((await read()).bio).toBe(bio)
    expect((await change({ bio: '🎓'.repeat(250) })).status).toBe(200)
  })

  test('unknown fields of the body are ignored', async () => {
    const before = await read()
    const forbidden = {
      id: other.id,
      email: 'stolen@example.com',
      role: 'ADMIN',
      isEmailVerified: true,
      is2FAEnabled: true,
      walletAddress: '0xdead',
      totalXP: 1_000_000,
      totalGems: 1_000_000,
      level: 99,
      currentStreak: 400,
      longestStreak: 400,
      profileImageUrl: 'https://evil.example/x.png',
      avatarKey: 'avatars/../../etc/passwd',
      avatar_key: 'x',
      avatar: 'avatars/other.webp',
      passwordHash: 'x',
      password: 'another-password',
      suspendedAt: null,
      createdAt: '1970-01-01T00:00:00.000Z',
    }
    expect((await change(forbidden)).body.data).toEqual(before)
    const { avatar, ...fields } = forbidden
    const asForm = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    expect((await change(form(asForm))).body.data).toEqual(before)
    expect((await change(form({ avatar }))).status).toBe(415)
    const [row] = await service.test.database.query<{ role: string; avatar: string | null }>`
      select role, avatar_key as avatar from user_account where id = ${user.id}`
    expect(row).toEqual({ role: 'USER', avatar: null })
    const login = await service.call('POST /auth/login', {
      body: { email: user.email, password: user.password },
    })
    expect(login.status).toBe(200)
  })

  test('__proto__ as a field name is rejected in JSON and in a form', async () => {
    const raw = await fetch(`${service.url}/api/v2/user/profile`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
      body: '{"__proto__": {"role": "ADMIN"}}',
    })
    expect(raw.status).toBe(400)
    expect((await change(form({ ['__proto__']: 'x' }))).status).toBe(400)
  })
})

describe('changing the username', () => {
  test('a username of another user is rejected in any case, and a user can change the case of their own', async () => {
    const taken = await change({ username: other.username.toUpperCase(), bio: 'not stored' })
    expect(taken.status).toBe(409)
    expect(taken.body.error.code).toBe('USERNAME_TAKEN')
    expect((await read()).bio).not.toBe('not stored')
    expect((await change({ username: user.username.toUpperCase() })).body.data.username).toBe(
      user.username.toUpperCase(),
    )
    expect((await change({ username: user.username })).status).toBe(200)
  })

  test('a reserved username is reported as taken', async () => {
    for (const username of ['Moderator', 'system', 'HELP'])
      expect((await change({ username })).body.error.code).toBe('USERNAME_TAKEN')
  })

  test('a username that a user gives up is available to others', async () => {
    expect((await change({ username: 'a_new_name' })).status).toBe(200)
    const response = await change({ username: user.username }, other.accessToken)
    expect(response.body.data.username).toBe(user.username)
    expect((await change({ username: other.username })).status).toBe(200)
  })

  test('of twenty concurrent requests for one username one succeeds and the others get an error', async () => {
    const users = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const email = `wanter${index}@example.com`
        await service.call('POST /auth/otp/request', { body: { email } })
        const otpCode = await service.codeFor(email)
        const response = await service.call('POST /auth/otp/login', {
          body: { email, otpCode, username: `wanter_${index}` },
        })
        return response.body.data.accessToken as string
      }),
    )
    for (const name of ['wanted_one', 'wanted_two', 'wanted_three']) {
      const responses = await Promise.all(
        users.map((token, index) => change({ username: index % 2 ? name : name.toUpperCase() }, token)),
      )
      expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(19).fill(409)])
      for (const response of responses) {
        if (response.status === 409) expect(response.body.error.code).toBe('USERNAME_TAKEN')
      }
      const holders = await service.test.database.query`
        select id from user_account where lower(username) = ${name}`
      expect(holders).toHaveLength(1)
    }
  })

  test('two users who swap usernames concurrently cause no server error', async () => {
    const [mine, theirs] = [(await read()).username, (await read(other.accessToken)).username]
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all([
        change({ username: theirs }),
        change({ username: mine }, other.accessToken),
      ])
      for (const response of responses) expect([200, 409]).toContain(response.status)
    }
  })
})
