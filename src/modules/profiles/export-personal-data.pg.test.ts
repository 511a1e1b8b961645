import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import {
  createPersonalDataTestbed,
  type PersonalDataTestbed,
  registerCompleteUser,
} from './personal-data-testbed.ts'

let testbed: PersonalDataTestbed
let service: TestService

beforeAll(async () => {
  testbed = await createPersonalDataTestbed()
  service = testbed.service
})
afterAll(() => testbed?.stop())

describe('the personal data export', () => {
  test('the export contains the stored data of the user', async () => {
    const user = await registerCompleteUser(testbed)
    const response = await service.call('GET /user/export', { token: user.accessToken })
    expect(response.status).toBe(200)
    const { data } = response.body
    expect(data.userId).toBe(user.id)
    expect(Date.parse(data.exportedAt)).toBeGreaterThan(Date.now() - 60_000)
    const profile = (await service.call('GET /user/profile', { token: user.accessToken })).body.data
    expect(data.profile).toEqual(profile)
    expect(data.identity.account).toMatchObject({
      id: user.id,
      email: user.email,
      username: user.username,
      country: 'KE',
      bio: `I am ${user.username}`,
      language: 'en',
      timeZone: 'UTC',
      role: 'USER',
    })
    expect(data.identity.account.emailVerifiedAt).toBeString()
    expect(data.identity.account.twoFactorEnabledAt).toBeString()
    expect(data.identity.sessions).toHaveLength(2)
    for (const session of data.identity.sessions) {
      expect(session.address).toBe('127.0.0.1')
      expect(session.userAgent).toStartWith('Bun/')
    }
    expect(data.identity.socialIdentities).toEqual([
      { provider: 'google', subject: user.subject, email: user.email, createdAt: expect.any(String) },
    ])
  })

  test('the export contains no secrets and no data of other users', async () => {
    const user = await registerCompleteUser(testbed)
    const other = await service.register()
    const text = JSON.stringify((await service.call('GET /user/export', { token: user.accessToken })).body)
    expect(text).not.toContain(other.email)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(user.secret)
    expect(text).not.toContain(user.refreshToken)
    for (const code of user.recoveryCodes) expect(text).not.toContain(code)
    const secrets = await service.test.database.query<{ bytes: Buffer }>`
      select sealed_secret as bytes from two_factor where user_id = ${user.id}
      union all select digest from recovery_code where user_id = ${user.id}
      union all select digest from refresh_token
      union all select code_digest from one_time_code
      union all select convert_to(password_hash, 'UTF8') from user_account where password_hash is not null`
    expect(secrets.length).toBeGreaterThan(14)
    for (const { bytes } of secrets) {
      for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
        expect(text).not.toContain(bytes.toString(form))
    }
  })
})

describe('the limits of the export', () => {
  test('one export of a user runs at a time, and the next one runs when it ends or its client is gone', async () => {
    const user = await service.register()
    const ask = (init: RequestInit = {}) =>
      fetch(`${service.url}/api/v2/user/export`, {
        headers: { authorization: `Bearer ${user.accessToken}` },
        ...init,
      })
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask()))
    const statuses = responses.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0)
    for (const response of responses) {
      const body = (await response.json()) as { data?: { userId: string }; error?: { code: string } }
      expect(response.ok ? body.data!.userId : body.error!.code).toBe(
        response.ok ? user.id : 'EXPORT_RUNNING',
      )
    }
    const leaving = new AbortController()
    await ask({ signal: leaving.signal }).then(() => leaving.abort())
    await waitUntil(async () => {
      const next = await ask()
      await next.text()
      return next.status === 200
    })
  })

  test('an export that runs on another server counts, until the time of a crashed server is over', async () => {
    const { id, accessToken: token } = await service.register()
    const statement = service.test.database.autocommit
    const startElsewhere = (minutesAgo: number) =>
      statement`
        update user_account set export_started_at = now() - make_interval(mins => ${minutesAgo}) where id = ${id}`
    await startElsewhere(9)
    const refused = await service.call('GET /user/export', { token })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'EXPORT_RUNNING'])
    await startElsewhere(11)
    expect((await service.call('GET /user/export', { token })).status).toBe(200)
    // It has ended with its last byte.
    expect((await service.call('GET /user/export', { token })).status).toBe(200)
  })

  test('a sixth export of a day is refused', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', LIMIT_EXPORTS: '5/86400' }, service.test)
    try {
      const { accessToken: token } = await limited.register()
      for (let number = 1; number <= 5; number++)
        expect((await limited.call('GET /user/export', { token })).status).toBe(200)
      const sixth = await limited.call('GET /user/export', { token })
      expect([sixth.status, sixth.body.error.code]).toEqual([429, 'RATE_LIMITED'])
    } finally {
      await limited.stop()
    }
  })
})
