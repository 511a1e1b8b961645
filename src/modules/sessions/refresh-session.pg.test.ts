import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { decodeJwt } from 'jose'
import {
  type ApiResponse,
  startTestService,
  type TestService,
  type TestUser,
} from '../../../test/harness/service.ts'
import { DAY_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { runSessionRetention } from './retention.ts'

setDefaultTimeout(120_000)

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
  test('is traded for a new pair of the same session', async () => {
    const first = await signIn()
    const { status, body } = await refresh(first.refreshToken)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, user: { id: ada.id } })
    expect(body.data.refreshToken).not.toBe(first.refreshToken)
    expect(body.data.accessToken).not.toBe(first.accessToken)
    expect(sessionOf(body.data)).toBe(sessionOf(first))
    expect(await isSignedIn(body.data.accessToken)).toBe(true)
    // Whoever refreshes early does not cut off what is still under way with the old one.
    expect(await isSignedIn(first.accessToken)).toBe(true)
  })

  test('may be traded on and on', async () => {
    let pair = await signIn()
    for (let turn = 0; turn < 5; turn++) {
      const { status, body } = await refresh(pair.refreshToken)
      expect(status).toBe(200)
      pair = body.data
    }
    expect(await isSignedIn(pair.accessToken)).toBe(true)
  })

  test('that comes again ends all that came of it, the access tokens too, and no other session', async () => {
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

  test('that comes fifty times at once leaves at most one living descendant, and never a fault of ours', async () => {
    for (let round = 0; round < 3; round++) {
      const first = await signIn()
      const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refreshToken)))
      const won = responses.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      for (const response of responses.filter(({ status }) => status !== 200)) expectRefused(response)
      const unused = await service.test.database.query`
        select digest from refresh_token where session_id = ${sessionOf(first)} and used_at is null`
      expect(unused.length).toBeLessThanOrEqual(1)
      // The other forty-nine are copies that came again: whoever has the descendant has nothing any more.
      for (const { body } of won) {
        expectRefused(await refresh(body.data.refreshToken))
        expect(await isSignedIn(body.data.accessToken)).toBe(false)
      }
    }
  })

  test('that is sent again under its Idempotency-Key gives the same pair, and ends nothing', async () => {
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

  test('that was used a while ago is a copy, also under its Idempotency-Key: it leads nobody to the pair of now', async () => {
    const trade = (refreshToken: string) =>
      service.call('POST /auth/refresh', {
        body: { refreshToken },
        // As our client does it: the key follows from the token.
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

  test('is kept as a digest only, and no access token at all', async () => {
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
      await query`select row_to_json(kept)::text as text from refresh_token as kept`,
      await query`select row_to_json(kept)::text as text from session as kept`,
      await query`select row_to_json(kept)::text as text from user_account as kept`,
      await query`select row_to_json(kept)::text as text from idempotency_record as kept`,
      await query`select row_to_json(kept)::text as text from outgoing_mail as kept`,
      await query`select row_to_json(kept)::text as text from outbox as kept`,
    ]
    let rows = 0
    for (const { text } of tables.flat() as { text: string }[]) {
      rows++
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    expect(rows).toBeGreaterThan(10)
  })

  test.each(['', 'x', 'x'.repeat(43), '../../etc/passwd', "' or 1=1 --"])('%j is none', async (text) => {
    const { status } = await refresh(text)
    expect(status).toBe(text === '' ? 400 : 401)
  })

  test('is no access token, and an access token is none', async () => {
    const pair = await signIn()
    expect(await isSignedIn(pair.refreshToken)).toBe(false)
    const response = await refresh(pair.accessToken)
    expect(response.status).toBeOneOf([400, 401])
    expect((await refresh(pair.refreshToken)).status).toBe(200)
  })
})

describe('time', () => {
  test('a refresh token that lies for thirty days is worth nothing, and a day less is fine', async () => {
    const start = Date.now()
    const [idle, used] = [await signIn(), await signIn()]
    useClock(() => start + 29 * DAY_MS)
    expect((await refresh(used.refreshToken)).status).toBe(200)
    useClock(() => start + 30 * DAY_MS + 5_000)
    expectRefused(await refresh(idle.refreshToken))
  })

  test('a refresh token that is over does not live on by its session, and is not taken for a copy', async () => {
    const pair = await signIn()
    const { query } = service.test.database
    await query`
      update refresh_token set expires_at = now() - interval '1 second' where session_id = ${sessionOf(pair)}`
    expectRefused(await refresh(pair.refreshToken))
    expect(await isSignedIn(pair.accessToken)).toBe(true)
  })

  test('a session ends after ninety days, however often it was refreshed', async () => {
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

  test('the tidying up takes dead sessions and leaves living ones', async () => {
    const start = Date.now()
    const [living, ended] = [await signIn(), await signIn()]
    await service.call('POST /auth/logout', { token: ended.accessToken })
    await runSessionRetention(
      service.test.database.query,
      { sessionsKeepDays: 30 },
      new Date(start + 29 * DAY_MS),
    )
    const kept = await service.test.database.query`select id from session where id = ${sessionOf(ended)}`
    expect(kept).toHaveLength(1)
    await runSessionRetention(
      service.test.database.query,
      { sessionsKeepDays: 30 },
      new Date(start + 31 * DAY_MS),
    )
    const left = await service.test.database.query`
      select id from session where id in (${sessionOf(ended)}, ${sessionOf(living)})`
    expect(left.map((row) => row.id)).toEqual([sessionOf(living)])
    expect((await refresh(living.refreshToken)).status).toBe(200)
  })
})

describe('a session that may not go on', () => {
  test('is not refreshed after it was signed out of', async () => {
    const pair = await signIn()
    await service.call('POST /auth/logout', { token: pair.accessToken })
    expectRefused(await refresh(pair.refreshToken))
  })

  test('is not refreshed for whoever is suspended, and goes on when that is over', async () => {
    const user = await service.register()
    await service.test.database.query`update user_account set suspended_at = now() where id = ${user.id}`
    const refused = await refresh(user.refreshToken)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    await service.test.database.query`update user_account set suspended_at = null where id = ${user.id}`
    expect((await refresh(user.refreshToken)).status).toBe(200)
  })

  test('is not refreshed after its account is deleted', async () => {
    const user = await service.register()
    await service.call('DELETE /user/account', { token: user.accessToken, body: { password: user.password } })
    expectRefused(await refresh(user.refreshToken))
    expect(await isSignedIn(user.accessToken)).toBe(false)
  })

  test('gives a token with the role that the account has now', async () => {
    const user = await service.register()
    await service.test.database.query`update user_account set role = 'SUPPORT' where id = ${user.id}`
    const { body } = await refresh(user.refreshToken)
    expect(decodeJwt(body.data.accessToken).role).toBe('SUPPORT')
    expect(body.data.user.role).toBe('SUPPORT')
  })

  test('is over when signing out and refreshing come at the same moment', async () => {
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
