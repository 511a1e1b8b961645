import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { decodeJwt } from 'jose'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import {
  type ApiResponse,
  startTestService,
  type TestService,
  type TestUser,
} from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

setDefaultTimeout(120_000)

let service: TestService
let ada: TestUser
beforeAll(async () => {
  service = await startTestService()
  ada = await service.register({ email: 'Ada@Example.com', username: 'ada' })
})
afterAll(() => service.stop())

function login(email: string, password: string): Promise<ApiResponse> {
  return service.call('POST /auth/login', { body: { email, password } })
}

/** All of a refusal but its request id, which is another one each time. */
function withoutRequestId(response: ApiResponse) {
  const { requestId, ...error } = response.body.error
  expect(requestId).toBeString()
  const headers = Object.fromEntries(response.headers)
  delete headers.date
  delete headers['x-request-id']
  return { status: response.status, headers, body: { ...response.body, error } }
}

describe('the right password', () => {
  test('opens a session, whatever the case of the address and the spaces around it', async () => {
    for (const email of ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM', '  ada@example.com ']) {
      const { status, body } = await login(email, ada.password)
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: true, data: { tokenType: 'Bearer', expiresIn: 900 } })
      expect(body.data.user).toMatchObject({ id: ada.id, email: 'Ada@Example.com', username: 'ada' })
      const profile = await service.call('GET /user/profile', { token: body.data.accessToken })
      expect(profile.body.data).toEqual(body.data.user)
    }
  })

  test('opens a session of its own each time', async () => {
    const [one, other] = await Promise.all([login(ada.email, ada.password), login(ada.email, ada.password)])
    expect(decodeJwt(one.body.data.accessToken).sid).not.toBe(decodeJwt(other.body.data.accessToken).sid)
    expect(one.body.data.refreshToken).not.toBe(other.body.data.refreshToken)
  })

  test('of a suspended account is answered 403, and a wrong one as ever', async () => {
    const user = await service.register()
    await service.test.database.query`update user_account set suspended_at = now() where id = ${user.id}`
    const right = await login(user.email, user.password)
    expect([right.status, right.body.error.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect((await login(user.email, 'not-the-password')).status).toBe(401)
  })
})

describe('nobody learns who is registered', () => {
  test('an unknown address, a wrong password, a deleted account and one without a password are one answer', async () => {
    const gone = await service.register()
    const deletion = await service.call('DELETE /user/account', {
      token: gone.accessToken,
      body: { password: gone.password },
    })
    expect(deletion.status).toBe(200)
    const coded = await service.register()
    await service.test.database.query`update user_account set password_hash = null where id = ${coded.id}`

    const wrong = withoutRequestId(await login(ada.email, 'not-the-password'))
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    for (const [email, password] of [
      ['nobody@example.com', 'not-the-password'],
      ['no address at all', 'not-the-password'],
      [gone.email, gone.password],
      [`deleted-${gone.id}`, gone.password],
      [coded.email, coded.password],
    ] as const) {
      expect(withoutRequestId(await login(email, password))).toEqual(wrong)
    }
  })

  /**
   * Pairs, one right after the other, so that what else runs on the machine meets both of a pair alike: it may be busy
   * for half of the time, and then a median of either kind alone lies anywhere. A comparison that is left out makes the
   * unknown address some ten times as fast; a quarter is far above the noise that is left, and far below that.
   */
  test('an unknown address takes as long as a wrong password', async () => {
    const took = { unknown: [] as number[], wrong: [] as number[] }
    const measured = async (kind: 'unknown' | 'wrong', email: string) => {
      const started = performance.now()
      await login(email, 'not-the-password')
      took[kind].push(performance.now() - started)
    }
    await login('warm-up@example.com', 'not-the-password')
    for (let pair = 0; pair < 80; pair++) {
      const both = [
        () => measured('unknown', `nobody${pair}@example.com`),
        () => measured('wrong', ada.email),
      ]
      for (const run of pair % 2 ? both : both.reverse()) await run()
    }
    reportMeasurement(
      `login: unknown address ${median(took.unknown).toFixed(1)} ms, wrong password ${median(took.wrong).toFixed(1)} ms (medians of 80)`,
    )
    const differences = took.unknown.map((unknown, pair) => {
      const wrong = took.wrong[pair]!
      return (unknown - wrong) / Math.max(unknown, wrong)
    })
    expect(Math.abs(median(differences))).toBeLessThan(0.25)
  })
})

/** While a password is compared, the account may change: what counts is how it is when the session opens. */
describe('what changes while the password is compared', () => {
  test('a suspension is seen', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set suspended_at = now() where id = ${id}`,
    )
    expect([response.status, response.body.error?.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
  })

  test('a new password is seen', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set password_hash = 'x' where id = ${id}`,
    )
    expect([response.status, response.body.error?.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  test('a second factor is asked for', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set two_factor_enabled_at = now() where id = ${id}`,
    )
    expect([response.status, response.body.error?.code]).toEqual([401, 'TWO_FACTOR_REQUIRED'])
  })

  test('a role that was taken away is not in the token', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set role = 'USER' where id = ${id}`,
      (db, id) => db`update user_account set role = 'ADMIN' where id = ${id}`,
    )
    expect(response.status).toBe(200)
    expect(decodeJwt(response.body.data.accessToken).role).toBe('USER')
  })

  test('a deletion ends the session that opened a moment before', async () => {
    const user = await service.register()
    const account = await lockAccountRow(user.id)
    const signingIn = login(user.email, user.password)
    await untilWaiting(1)
    const deleting = service.call('DELETE /user/account', {
      token: user.accessToken,
      body: { password: user.password },
    })
    await untilWaiting(2)
    await account.release()
    const [login1, deletion] = await Promise.all([signingIn, deleting])
    expect([login1.status, deletion.status]).toEqual([200, 200])
    const living = await service.test.database.query`
      select id from session where user_id = ${user.id} and revoked_at is null`
    expect(living).toBeEmpty()
    const later = await service.call('GET /auth/sessions', { token: login1.body.data.accessToken })
    expect(later.status).toBe(401)
  })
})

test('an account can be deleted although somebody foresaw what would stand in place of its address', async () => {
  const user = await service.register()
  const foreseen = await service.call('POST /auth/register', {
    body: { email: `deleted-${user.id}@deleted.invalid`, username: 'foreseer', password: 'a-long-password' },
  })
  expect(foreseen.status).toBe(201)
  const deletion = await service.call('DELETE /user/account', {
    token: user.accessToken,
    body: { password: user.password },
  })
  expect(deletion.status).toBe(200)
  expect((await service.register({ email: user.email, username: user.username })).id).not.toBe(user.id)
})

type Statement = TestService['test']['database']['query']
type Change = (db: Statement, userId: string) => Promise<unknown>

/** A change that is under way, with the account's row locked, until it is released. */
async function lockAccountRow(userId: string, change?: Change): Promise<{ release(): Promise<void> }> {
  const accountLock = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const done = service.test.database.transaction(async ({ statement }) => {
    await statement`select from user_account where id = ${userId} for update`
    await change?.(statement as Statement, userId)
    changed.resolve()
    await accountLock.promise
  })
  await changed.promise
  return {
    release: async () => {
      accountLock.resolve()
      await done
    },
  }
}

async function loginDuring(change: Change, before?: Change): Promise<ApiResponse> {
  const user = await service.register()
  await before?.(service.test.database.query, user.id)
  const account = await lockAccountRow(user.id, change)
  const signingIn = login(user.email, user.password)
  await untilWaiting(1)
  await account.release()
  return signingIn
}

function untilWaiting(count: number): Promise<void> {
  return waitUntil(async () => {
    const waiting = await service.test.database.query`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length === count
  })
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}
