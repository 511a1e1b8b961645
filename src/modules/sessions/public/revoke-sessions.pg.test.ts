import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { RawConnection } from '../../../../test/harness/http.ts'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'

let service: TestService
let other: TestService
let ada: TestUser
let eve: TestUser
beforeAll(async () => {
  service = await startTestService()
  other = await startTestService({}, service.test)
  ada = await service.register()
  eve = await service.register()
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

async function signIn(user: TestUser, userAgent = 'test'): Promise<{ token: string; id: string }> {
  const { body } = await service.call('POST /auth/login', {
    body: { email: user.email, password: user.password },
    headers: { 'user-agent': userAgent },
  })
  const token = body.data.accessToken as string
  return { token, id: decodeJwt(token).sid as string }
}

async function statusOn(where: TestService, token: string): Promise<number> {
  return (await where.call('GET /user/profile', { token })).status
}

async function listOf(token: string) {
  const { status, body } = await service.call('GET /auth/sessions', { token })
  expect(status).toBe(200)
  return body.data as { id: string; isCurrent: boolean; userAgent: string | null; address: string }[]
}

describe('signing out', () => {
  test('signing out invalidates the access token immediately', async () => {
    for (let round = 0; round < 20; round++) {
      const { token } = await signIn(ada)
      expect(await statusOn(service, token)).toBe(200)
      expect((await service.call('POST /auth/logout', { token })).status).toBe(200)
      const after = await service.call('GET /user/profile', { token })
      expect([after.status, after.body.error?.code]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })

  test('signing out again with the same idempotency key replays the response, and the key works for nothing else', async () => {
    for (const route of ['POST /auth/logout', 'POST /auth/logout-all', 'DELETE /auth/sessions/own']) {
      const { token, id } = await signIn(ada)
      const headers = { 'idempotency-key': `lost answer of ${id}`.replaceAll(' ', '-') }
      const ask = (more = {}) => service.call(route.replace('own', id), { token, headers, ...more })
      const first = await ask()
      expect(first.status).toBe(200)
      const again = await ask()
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      expect(again.body).toEqual(first.body)
      expect((await ask({ headers: { 'idempotency-key': 'another' } })).status).toBe(401)
      expect((await ask({ body: { other: true } })).status).toBe(401)
      expect((await ask({ headers: {} })).status).toBe(401)
      expect((await service.call('POST /auth/verify-email/request', { token, headers })).status).toBe(401)
      expect(await statusOn(service, token)).toBe(401)
    }
  })

  test('signing out with the idempotency key of another session ends this session', async () => {
    for (const route of ['POST /auth/logout', 'POST /auth/logout-all']) {
      const headers = { 'idempotency-key': 'the-first-of-the-app' }
      for (let time = 0; time < 2; time++) {
        const { token } = await signIn(ada)
        const response = await service.call(route, { token, headers })
        expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([200, null])
        expect(await statusOn(service, token)).toBe(401)
      }
    }
  })

  test('deleting the account again with the same idempotency key replays the response', async () => {
    const deletedUser = await service.register()
    const headers = { 'idempotency-key': 'lost-deletion' }
    const deleteAccount = (password: string) =>
      service.call('DELETE /user/account', { token: deletedUser.accessToken, headers, body: { password } })
    const first = await deleteAccount(deletedUser.password)
    expect(first.status).toBe(200)
    const again = await deleteAccount(deletedUser.password)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    for (let guess = 1; guess <= 5; guess++)
      expect((await deleteAccount(`another-password-${guess}`)).status).toBe(401)
    // The replay does not reveal whether a guessed password is correct.
    expect((await deleteAccount(deletedUser.password)).status).toBe(401)
  })

  test('a session that one process revokes is rejected by another process within two seconds', async () => {
    const delays: number[] = []
    for (let round = 0; round < 10; round++) {
      const { token } = await signIn(ada)
      expect(await statusOn(other, token)).toBe(200)
      await service.call('POST /auth/logout', { token })
      const started = performance.now()
      await waitUntil(async () => (await statusOn(other, token)) === 401, 2)
      delays.push(performance.now() - started)
    }
    reportMeasurement(`sign-out reaches another service after at most ${Math.max(...delays).toFixed(0)} ms`)
  })

  test('a revoked session is rejected by a process that starts afterwards', async () => {
    const { token } = await signIn(ada)
    await service.call('POST /auth/logout', { token })
    const late = await startTestService({}, service.test)
    try {
      expect(await statusOn(late, token)).toBe(401)
    } finally {
      await late.stop()
    }
  })

  test('a process that missed the message learns of a revoked session from the table', async () => {
    const { token, id } = await signIn(ada)
    expect(await statusOn(other, token)).toBe(200)
    await service.test.database.query`update session set revoked_at = now() where id = ${id}`
    await waitUntil(async () => (await statusOn(other, token)) === 401)
  })

  test('signing out a second time is rejected because the token is invalid', async () => {
    const { token } = await signIn(ada)
    await service.call('POST /auth/logout', { token })
    expect((await service.call('POST /auth/logout', { token })).status).toBe(401)
  })

  test('ten concurrent sign-outs cause no server error', async () => {
    const { token } = await signIn(ada)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => service.call('POST /auth/logout', { token })),
    )
    for (const { status } of responses) expect(status).toBeOneOf([200, 401])
    expect(await statusOn(service, token)).toBe(401)
  })

  test('signing out everywhere ends all sessions of the user and no other sessions', async () => {
    const devices = [await signIn(ada), await signIn(ada), await signIn(ada)]
    expect((await service.call('POST /auth/logout-all', { token: devices[0]!.token })).status).toBe(200)
    for (const { token } of [...devices, { token: ada.accessToken }])
      expect(await statusOn(service, token)).toBe(401)
    expect(await statusOn(service, eve.accessToken)).toBe(200)
    const refreshed = await service.call('POST /auth/refresh', { body: { refreshToken: ada.refreshToken } })
    expect(refreshed.status).toBe(401)
    expect(await statusOn(service, (await signIn(ada)).token)).toBe(200)
  })
})

describe('the list of sessions', () => {
  test('the list has the active sessions, newest first, and marks the current one', async () => {
    const user = await service.register()
    const [phone, laptop] = [await signIn(user, 'Phone/1'), await signIn(user, 'Laptop/2')]
    const ended = await signIn(user, 'Gone/3')
    await service.call('POST /auth/logout', { token: ended.token })
    const list = await listOf(phone.token)
    expect(list.map(({ id }) => id)).toEqual([laptop.id, phone.id, decodeJwt(user.accessToken).sid as string])
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([false, true, false])
    expect(list[0]).toStrictEqual({
      id: laptop.id,
      isCurrent: false,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      userAgent: 'Laptop/2',
      address: expect.stringContaining('127.0.0.1'),
    } as never)
  })

  test('a very long user agent is shortened to 300 characters', async () => {
    const { token, id } = await signIn(ada, 'x'.repeat(4_000))
    expect((await listOf(token)).find((session) => session.id === id)!.userAgent).toHaveLength(300)
  })
})

describe('ending one session', () => {
  test('a user can end another session and stays signed in', async () => {
    const [here, there] = [await signIn(ada), await signIn(ada)]
    const response = await service.call(`DELETE /auth/sessions/${there.id}`, { token: here.token })
    expect(response.status).toBe(200)
    expect(await statusOn(service, there.token)).toBe(401)
    expect(await statusOn(service, here.token)).toBe(200)
    expect((await listOf(here.token)).map(({ id }) => id)).not.toContain(there.id)
    const again = await service.call(`DELETE /auth/sessions/${there.id}`, { token: here.token })
    expect([again.status, again.body.error.code]).toEqual([404, 'SESSION_NOT_FOUND'])
  })

  test('a user can end the current session by its id', async () => {
    const here = await signIn(ada)
    expect((await service.call(`DELETE /auth/sessions/${here.id}`, { token: here.token })).status).toBe(200)
    expect(await statusOn(service, here.token)).toBe(401)
  })

  test('the session of another user is reported as not found and stays active', async () => {
    const [mine, theirs] = [await signIn(ada), await signIn(eve)]
    const foreign = await service.call(`DELETE /auth/sessions/${theirs.id}`, { token: mine.token })
    const unknown = await service.call(`DELETE /auth/sessions/${Bun.randomUUIDv7()}`, { token: mine.token })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, error: { ...foreign.body.error, requestId: '' } }).toEqual({
      ...unknown.body,
      error: { ...unknown.body.error, requestId: '' },
    })
    expect(await statusOn(service, theirs.token)).toBe(200)
  })

  test.each([
    '1',
    'me',
    '00000000',
    '%00',
    "'",
    '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d%20',
    'x'.repeat(2_000),
  ])('a malformed session id gets 404 (case %#)', async (id) => {
    const { token } = await signIn(ada)
    const { status, body } = await service.call(`DELETE /auth/sessions/${id}`, { token })
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  })
})

test('a request whose session ends while the body is still arriving has no effect', async () => {
  const { token } = await signIn(eve)
  const body = JSON.stringify({ bio: 'written after the end' })
  const begin = () => {
    const connection = new RawConnection(Number(new URL(service.url).port))
    const lines = [
      'PATCH /api/v2/user/profile HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    connection.send(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
    return connection
  }
  const bioOf = async () => {
    const [row] = await service.test.database.query`select bio from user_account where id = ${eve.id}`
    return row!.bio
  }
  const slow = begin()
  await Bun.sleep(800)
  expect((await service.call('POST /auth/logout', { token })).status).toBe(200)
  slow.send(body.slice(5))
  const response = await slow.readResponse()
  expect([response.status, response.json.error.code, await bioOf()]).toEqual([401, 'UNAUTHENTICATED', null])
  slow.end()
})

describe('push devices', () => {
  const devices = async () => {
    const rows = await service.test.database.query<{ token: string }>`
      select token from device_token where user_id = ${ada.id} order by token`
    return rows.map(({ token }) => token)
  }
  const registerDevice = (token: string, name: string) =>
    service.call('POST /notifications/device-token', { token, body: { token: name, platform: 'android' } })

  test('a push device is deleted with the session that registered it, and other devices stay', async () => {
    const [phone, tablet, stolen] = [await signIn(ada), await signIn(ada), await signIn(ada)]
    await registerDevice(phone.token, 'phone')
    await registerDevice(tablet.token, 'tablet')
    await registerDevice(stolen.token, 'stolen')
    await service.call(`DELETE /auth/sessions/${stolen.id}`, { token: phone.token })
    expect(await devices()).toEqual(['phone', 'tablet'])
    await service.call('POST /auth/logout', { token: tablet.token })
    expect(await devices()).toEqual(['phone'])
    await service.call('POST /auth/logout-all', { token: phone.token })
    expect(await devices()).toEqual([])
  })

  test('a push device that is registered while its session ends is not stored', async () => {
    const stolen = await signIn(ada)
    const { database } = service.test
    // Another process revokes the session, and this one has not received the message yet.
    const { registering } = await database.transaction(async ({ statement }) => {
      await statement`update session set revoked_at = now(), revoked_reason = 'signed out' where id = ${stolen.id}`
      await statement`delete from device_token where session_id = ${stolen.id}`
      let isDone = false
      const registering = registerDevice(stolen.token, 'late').finally(() => {
        isDone = true
      })
      await waitUntil(
        async () =>
          isDone ||
          (
            await database.query`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length > 0,
      )
      return { registering }
    })
    const response = await registering
    expect([response.status, response.body.error?.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(await devices()).not.toContain('late')
  })

  test('a push device that is registered again survives the end of its earlier session', async () => {
    const [before, after] = [await signIn(ada), await signIn(ada)]
    await registerDevice(before.token, 'phone')
    await registerDevice(after.token, 'phone')
    await service.call('POST /auth/logout', { token: before.token })
    expect(await devices()).toEqual(['phone'])
  })
})
