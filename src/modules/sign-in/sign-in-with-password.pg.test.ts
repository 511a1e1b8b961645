import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { hashPasswordsAtFullCost } from '../../../test/harness/password-cost.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

hashPasswordsAtFullCost()

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

/** The error response without its request id. */
function withoutRequestId(response: ApiResponse) {
  const { requestId, ...error } = response.body.error
  expect(requestId).toBeString()
  const headers = Object.fromEntries(response.headers)
  delete headers.date
  delete headers['x-request-id']
  return { status: response.status, headers, body: { ...response.body, error } }
}

describe('the right password', () => {
  test('the correct password signs in regardless of case and spaces of the e-mail address', async () => {
    for (const email of ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM', '  ada@example.com ']) {
      const { status, body } = await login(email, ada.password)
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: true, data: { tokenType: 'Bearer', expiresIn: 900 } })
      expect(body.data.user).toMatchObject({ id: ada.id, email: 'Ada@Example.com', username: 'ada' })
      const profile = await service.call('GET /user/profile', { token: body.data.accessToken })
      expect(profile.body.data).toEqual(body.data.user)
    }
  })

  test('an account whose password was hashed by Bun signs in, and one with a damaged hash gets 401', async () => {
    const user = await service.register()
    const store = (hash: string) =>
      service.test.database.query`update user_account set password_hash = ${hash} where id = ${user.id}`
    await store(
      await Bun.password.hash(user.password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 2 }),
    )
    expect((await login(user.email, user.password)).status).toBe(200)
    await store('$argon2id$v=19$m=4294967295,t=2,p=1$damaged')
    const { status, body } = await login(user.email, user.password)
    expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  test('each sign-in creates its own session', async () => {
    const [one, other] = await Promise.all([login(ada.email, ada.password), login(ada.email, ada.password)])
    expect(decodeJwt(one.body.data.accessToken).sid).not.toBe(decodeJwt(other.body.data.accessToken).sid)
    expect(one.body.data.refreshToken).not.toBe(other.body.data.refreshToken)
  })

  test('a suspended account gets 403 for the correct password and 401 for a wrong one', async () => {
    const user = await service.register()
    await service.test.database.query`update user_account set suspended_at = now() where id = ${user.id}`
    const right = await login(user.email, user.password)
    expect([right.status, right.body.error.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect((await login(user.email, 'not-the-password')).status).toBe(401)
  })
})

describe('responses do not reveal who is registered', () => {
  test('an unknown address, a wrong password, a deleted account and an account without a password get the same response', async () => {
    const deletedUser = await service.register()
    const deletion = await service.call('DELETE /user/account', {
      token: deletedUser.accessToken,
      body: { password: deletedUser.password },
    })
    expect(deletion.status).toBe(200)
    const coded = await service.register()
    await service.test.database.query`update user_account set password_hash = null where id = ${coded.id}`

    const wrong = withoutRequestId(await login(ada.email, 'not-the-password'))
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    for (const [email, password] of [
      ['nobody@example.com', 'not-the-password'],
      ['no address at all', 'not-the-password'],
      [deletedUser.email, deletedUser.password],
      [`deleted-${deletedUser.id}`, deletedUser.password],
      [coded.email, coded.password],
    ] as const) {
      expect(withoutRequestId(await login(email, password))).toEqual(wrong)
    }
  })

  /**
   * Measures pairs of consecutive requests, so that other load on the machine affects both of a pair alike. Without the
   * dummy comparison an unknown address would be about ten times faster; the tolerance of a quarter is far above the
   * noise and far below that.
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

/** The account may change while the password is compared. */
describe('a change during the password comparison', () => {
  test('a suspension during the password comparison prevents the sign-in', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set suspended_at = now() where id = ${id}`,
    )
    expect([response.status, response.body.error?.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
  })

  test('a password change during the password comparison prevents the sign-in', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set password_hash = 'x' where id = ${id}`,
    )
    expect([response.status, response.body.error?.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  test('a second factor that is enabled during the password comparison is required', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set two_factor_enabled_at = now() where id = ${id}`,
    )
    expect([response.status, response.body.error?.code]).toEqual([403, 'TWO_FACTOR_REQUIRED'])
  })

  test('a role that is removed during the password comparison is not in the token', async () => {
    const response = await loginDuring(
      (db, id) => db`update user_account set role = 'USER' where id = ${id}`,
      (db, id) => db`update user_account set role = 'ADMIN' where id = ${id}`,
    )
    expect(response.status).toBe(200)
    expect(decodeJwt(response.body.data.accessToken).role).toBe('USER')
  })

  test('an account deletion revokes the session of a sign-in just before it', async () => {
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

test('an account can be deleted although another user registered an address like its placeholder', async () => {
  const user = await service.register()
  const lookalike = await service.call('POST /auth/register', {
    body: { email: `deleted-${user.id}@deleted.invalid`, username: 'lookalike', password: 'a-long-password' },
  })
  expect(lookalike.status).toBe(201)
  const deletion = await service.call('DELETE /user/account', {
    token: user.accessToken,
    body: { password: user.password },
  })
  expect(deletion.status).toBe(200)
  expect((await service.register({ email: user.email, username: user.username })).id).not.toBe(user.id)
})

type Statement = TestService['test']['database']['query']
type Change = (db: Statement, userId: string) => Promise<unknown>

/** Locks the account row and applies a change when it is released. */
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
