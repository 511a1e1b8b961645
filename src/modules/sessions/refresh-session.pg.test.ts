import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { applyRules } from '../../../test/harness/apply-rules.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { sessionRetention } from './retention.ts'

let service: TestService
let ada: TestUser
beforeAll(async () => {
  service = await startTestService()
  ada = await service.register()
})
afterEach(useSystemClock)
afterAll(() => service.stop())

interface Pair {
  accessToken: string
  refreshToken: string
}

async function signIn(user = ada): Promise<Pair> {
  const { body } = await service.call('POST /auth/login', {
    body: { email: user.email, password: user.password },
  })
  return body.data
}

function refresh(refreshToken: string): Promise<ApiResponse> {
  return service.call('POST /auth/refresh', { body: { refreshToken } })
}

async function isSignedIn(accessToken: string): Promise<boolean> {
  const { status } = await service.call('GET /user/profile', { token: accessToken })
  expect(status).toBeOneOf([200, 401])
  return status === 200
}

function expectRefused(response: ApiResponse): void {
  expect([response.status, response.body.error?.code]).toEqual([401, 'REFRESH_TOKEN_INVALID'])
}

const sessionOf = (pair: Pair) => decodeJwt(pair.accessToken).sid as string

describe('a refresh token', () => {
  test('a refresh token is exchanged for a new pair of the same session', async () => {
    const first = await signIn()
    const { status, body } = await refresh(first.refreshToken)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, user: { id: ada.id } })
    expect(body.data.refreshToken).not.toBe(first.refreshToken)
    expect(body.data.accessToken).not.toBe(first.accessToken)
    expect(sessionOf(body.data)).toBe(sessionOf(first))
    expect(await isSignedIn(body.data.accessToken)).toBe(true)
    // Requests that are under way with the old access token still succeed.
    expect(await isSignedIn(first.accessToken)).toBe(true)
  })

  test('each new refresh token can be exchanged again', async () => {
    let pair = await signIn()
    for (let turn = 0; turn < 5; turn++) {
      const { status, body } = await refresh(pair.refreshToken)
      expect(status).toBe(200)
      pair = body.data
    }
    expect(await isSignedIn(pair.accessToken)).toBe(true)
  })

  test('a reused refresh token revokes its session with all tokens, and no other session', async () => {
    const other = await signIn()
    const first = await signIn()
    const second = (await refresh(first.refreshToken)).body.data as Pair
    const third = (await refresh(second.refreshToken)).body.data as Pair

    expectRefused(await refresh(first.refreshToken))
    for (const { accessToken } of [first, second, third]) expect(await isSignedIn(accessToken)).toBe(false)
    for (const { refreshToken } of [third, second, first]) expectRefused(await refresh(refreshToken))
    expect(await isSignedIn(other.accessToken)).toBe(true)
    expect((await refresh(other.refreshToken)).status).toBe(200)
    const [row] = await service.test.database.query<{ reason: string }>`
      select revoked_reason as reason from session where id = ${sessionOf(first)}`
    expect(row!.reason).toBe('refresh token reused')
  })

  test('fifty concurrent uses of a refresh token leave at most one valid token and cause no server error', async () => {
    for (let round = 0; round < 3; round++) {
      const first = await signIn()
      const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refreshToken)))
      const won = responses.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      for (const response of responses.filter(({ status }) => status !== 200)) expectRefused(response)
      const unused = await service.test.database.query`
        select digest from refresh_token where session_id = ${sessionOf(first)} and used_at is null`
      expect(unused.length).toBeLessThanOrEqual(1)
      // The other forty-nine count as reuse, which revokes the session.
      for (const { body } of won) {
        expectRefused(await refresh(body.data.refreshToken))
        expect(await isSignedIn(body.data.accessToken)).toBe(false)
      }
    }
  })

  test('a retry with the same idempotency key gets the same pair and does not revoke the session', async () => {
    const first = await signIn()
    const request = {
      body: { refreshToken: first.refreshToken },
      headers: { 'idempotency-key': first.refreshToken },
    }
    const [one, other] = [
      await service.call('POST /auth/refresh', request),
      await service.call('POST /auth/refresh', request),
    ]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body).toEqual(one.body)
    expect((await refresh(one.body.data.refreshToken)).status).toBe(200)
  })

  test('a refresh token that was used long ago counts as copied, even with its idempotency key', async () => {
    const trade = (refreshToken: string) =>
      service.call('POST /auth/refresh', {
        body: { refreshToken },
        // Our client derives the key from the token.
        headers: { 'idempotency-key': `refresh-${refreshToken}` },
      })
    const first = await signIn()
    const second = (await trade(first.refreshToken)).body.data as Pair
    await service.test.database.query`
      update idempotency_record set created_at = created_at - interval '10 minutes 1 second'`
    const third = (await trade(second.refreshToken)).body.data as Pair
    expectRefused(await trade(first.refreshToken))
    expect(await isSignedIn(third.accessToken)).toBe(false)
    expectRefused(await refresh(third.refreshToken))
  })

  test('the database stores only the digest of a refresh token, and no access token', async () => {
    const first = await signIn()
    const second = (await refresh(first.refreshToken)).body.data as Pair
    const secrets = [first, second].flatMap(({ accessToken, refreshToken }) => [
      refreshToken,
      Buffer.from(refreshToken).toString('hex'),
      Buffer.from(refreshToken, 'base64url').toString('hex'),
      accessToken,
    ])
    const { query } = service.test.database
    const tables = [
      await query`select row_to_json(stored)::text as text from refresh_token as stored`,
      await query`select row_to_json(stored)::text as text from session as stored`,
      await query`select row_to_json(stored)::text as text from user_account as stored`,
      await query`select row_to_json(stored)::text as text from idempotency_record as stored`,
      await query`select row_to_json(stored)::text as text from outgoing_mail as stored`,
      await query`select row_to_json(stored)::text as text from outbox as stored`,
    ]
    let rows = 0
    for (const { text } of tables.flat() as { text: string }[]) {
      rows++
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    expect(rows).toBeGreaterThan(10)
  })

  test.each(['', 'x', 'x'.repeat(43), '../../etc/passwd', "' or 1=1 --"])(
    '%j is not a valid refresh token',
    async (text) => {
      const { status } = await refresh(text)
      expect(status).toBe(text === '' ? 400 : 401)
    },
  )

  test('a refresh token is not accepted as an access token, nor the reverse', async () => {
    const pair = await signIn()
    expect(await isSignedIn(pair.refreshToken)).toBe(false)
    const response = await refresh(pair.accessToken)
    expect(response.status).toBeOneOf([400, 401])
    expect((await refresh(pair.refreshToken)).status).toBe(200)
  })
})

describe('expiry', () => {
  test('an unused refresh token expires after thirty days', async () => {
    const start = Date.now()
    const [idle, used] = [await signIn(), await signIn()]
    useClock(() => start + 29 * DAY_MS)
    expect((await refresh(used.refreshToken)).status).toBe(200)
    useClock(() => start + 30 * DAY_MS + 5_000)
    expectRefused(await refresh(idle.refreshToken))
  })

  test('an expired refresh token of an active session is rejected but does not count as copied', async () => {
    const pair = await signIn()
    const { query } = service.test.database
    await query`
      update refresh_token set expires_at = now() - interval '1 second' where session_id = ${sessionOf(pair)}`
    expectRefused(await refresh(pair.refreshToken))
    expect(await isSignedIn(pair.accessToken)).toBe(true)
  })

  test('a session ends after ninety days even if it is refreshed', async () => {
    const start = Date.now()
    let pair = await signIn()
    for (const day of [25, 50, 75, 89]) {
      useClock(() => start + day * DAY_MS)
      const { status, body } = await refresh(pair.refreshToken)
      expect([day, status]).toEqual([day, 200])
      pair = body.data
    }
    const sessions = await service.call('GET /auth/sessions', { token: pair.accessToken })
    const session = sessions.body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(90 * DAY_MS)
    useClock(() => start + 90 * DAY_MS + 5_000)
    expectRefused(await refresh(pair.refreshToken))
    useClock(() => start + 91 * DAY_MS)
    expectRefused(await refresh(pair.refreshToken))
  })

  test('retention deletes ended sessions and leaves active ones', async () => {
    const start = Date.now()
    const [living, ended] = [await signIn(), await signIn()]
    await service.call('POST /auth/logout', { token: ended.accessToken })
    await applyRules(service.test.database.query, sessionRetention, new Date(start + 29 * DAY_MS))
    const remaining = await service.test.database.query`select id from session where id = ${sessionOf(ended)}`
    expect(remaining).toHaveLength(1)
    await applyRules(service.test.database.query, sessionRetention, new Date(start + 31 * DAY_MS))
    const left = await service.test.database.query`
      select id from session where id in (${sessionOf(ended)}, ${sessionOf(living)})`
    expect(left.map((row) => row.id)).toEqual([sessionOf(living)])
    expect((await refresh(living.refreshToken)).status).toBe(200)
  })
})

describe('refreshing a session', () => {
  test('a session cannot be refreshed after signing out', async () => {
    const pair = await signIn()
    await service.call('POST /auth/logout', { token: pair.accessToken })
    expectRefused(await refresh(pair.refreshToken))
  })

  test('a suspended user cannot refresh a session, and can again after the suspension', async () => {
    const user = await service.register()
    await service.test.database.query`update user_account set suspended_at = now() where id = ${user.id}`
    const rejected = await refresh(user.refreshToken)
    expect([rejected.status, rejected.body.error.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    await service.test.database.query`update user_account set suspended_at = null where id = ${user.id}`
    expect((await refresh(user.refreshToken)).status).toBe(200)
  })

  test('a session cannot be refreshed after its account is deleted', async () => {
    const user = await service.register()
    await service.call('DELETE /user/account', { token: user.accessToken, body: { password: user.password } })
    expectRefused(await refresh(user.refreshToken))
    expect(await isSignedIn(user.accessToken)).toBe(false)
  })

  test('a refreshed access token contains the current role of the account', async () => {
    const user = await service.register()
    await service.test.database.query`update user_account set role = 'SUPPORT' where id = ${user.id}`
    const { body } = await refresh(user.refreshToken)
    expect(decodeJwt(body.data.accessToken).role).toBe('SUPPORT')
    expect(body.data.user.role).toBe('SUPPORT')
  })

  test('a session that is signed out and refreshed concurrently is ended', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = await signIn()
      const [signedOut, refreshed] = await Promise.all([
        service.call('POST /auth/logout', { token: pair.accessToken }),
        refresh(pair.refreshToken),
      ])
      expect(signedOut.status).toBe(200)
      expect(refreshed.status).toBeOneOf([200, 401])
      if (refreshed.status !== 200) continue
      expect(await isSignedIn(refreshed.body.data.accessToken)).toBe(false)
      expectRefused(await refresh(refreshed.body.data.refreshToken))
    }
  })
})
