import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { startTestIssuer, type TestIssuer } from '../../../test/harness/external-services/oidc-issuer.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

let issuer: TestIssuer
let service: TestService
let people = 0

beforeAll(async () => {
  issuer = await startTestIssuer()
  service = await startTestService(issuer.settingsFor('google'))
})
afterAll(async () => {
  await service?.stop()
  await issuer?.stop()
})

interface Person {
  id: string
  email: string
  token: string
}

/** Registers a user with a verified address, without a password, and sends a code. */
async function comeByProvider(): Promise<Person & { idToken: string; otpCode: string }> {
  const email = `locked${++people}@example.com`
  const idToken = await issuer.sign({ sub: `locked-${people}`, email })
  const { data } = (await service.call('POST /auth/social', { body: { provider: 'google', idToken } })).body
  await service.call('POST /auth/otp/request', { body: { email } })
  const otpCode = await service.codeFor(email)
  return { id: data.user.id, email, token: data.accessToken, idToken, otpCode }
}

async function waitForLock(): Promise<void> {
  await waitUntil(async () => {
    const waiting = await service.test.database.query`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length > 0
  })
}

/** Sends the request while another transaction holds the account lock, and runs `meanwhile` once it waits. */
async function whileLocked(
  userId: string,
  send: () => Promise<ApiResponse>,
  meanwhile: (raw: (text: string, values?: unknown[]) => Promise<unknown[]>) => Promise<void>,
): Promise<ApiResponse> {
  let response: Promise<ApiResponse> | undefined
  await service.test.database.transaction(async ({ raw }) => {
    await raw('select 1 from user_account where id = $1 for no key update', [userId])
    response = send()
    await waitForLock()
    await meanwhile(raw)
  })
  return response!
}

describe('the order of locks', () => {
  const codeIsFree =
    (subject: string) => async (raw: (text: string, values: unknown[]) => Promise<unknown[]>) =>
      expect(
        await raw('select 1 from one_time_code where subject = $1 for update skip locked', [subject]),
      ).toHaveLength(1)

  test('sign-in with a mailed code locks the account before the code', async () => {
    const { id, email, otpCode } = await comeByProvider()
    const login = () => service.call('POST /auth/otp/login', { body: { email, otpCode } })
    expect((await whileLocked(id, login, codeIsFree(email))).status).toBe(200)
  })

  test('verification of an address locks the account before the code', async () => {
    const { id, email, accessToken: token } = await service.register()
    const otpCode = await service.codeFor(email)
    const verify = () => service.call('POST /auth/verify-email', { token, body: { otpCode } })
    expect((await whileLocked(id, verify, codeIsFree(id))).status).toBe(200)
  })

  test('a password reset locks the account before the code', async () => {
    const { id, email } = await service.register()
    await service.call('POST /auth/forgot-password', { body: { email } })
    const body = { email, otpCode: await service.codeFor(email), newPassword: 'a-new-long-password' }
    const reset = () => service.call('POST /auth/reset-password', { body })
    expect((await whileLocked(id, reset, codeIsFree(email))).status).toBe(200)
  })

  test('an account deletion with a mailed code locks the account before the code', async () => {
    const { id, email, token, otpCode } = await comeByProvider()
    const deleteAccount = () => service.call('DELETE /user/account', { token, body: { otpCode } })
    expect((await whileLocked(id, deleteAccount, codeIsFree(email))).status).toBe(200)
  })
})

describe('a sign-in during an account deletion', () => {
  const erase = (userId: string) => async (raw: (text: string, values: unknown[]) => Promise<unknown[]>) => {
    await raw(`update user_account set email = 'deleted-' || id, deleted_at = now() where id = $1`, [userId])
    await raw('delete from social_identity where user_id = $1', [userId])
  }
  const countSessions = async (userId: string) =>
    (await service.test.database.query`select 1 from session where user_id = ${userId}`).length

  test('a sign-in with a mailed code during an account deletion is rejected', async () => {
    const { id, email, otpCode } = await comeByProvider()
    const login = () => service.call('POST /auth/otp/login', { body: { email, otpCode } })
    expect((await whileLocked(id, login, erase(id))).body.error.code).toBe('USER_NOT_FOUND')
    expect(await countSessions(id)).toBe(1)
  })

  test('a sign-in with a provider during an account deletion is rejected', async () => {
    const { id, idToken } = await comeByProvider()
    const login = () => service.call('POST /auth/social', { body: { provider: 'google', idToken } })
    expect((await whileLocked(id, login, erase(id))).status).toBe(401)
    expect(await countSessions(id)).toBe(1)
  })
})

describe('a session that ends while its request waits for the account lock', () => {
  test.each([
    ['a second factor', '2fa/setup', {}],
    ['a PIN', 'set-wallet-pin', { pin: '739164' }],
  ])('%s cannot be set up in a session that ended meanwhile', async (_, path, body) => {
    const { id, accessToken: token } = await service.register()
    const send = () => service.call(`POST /auth/${path}`, { token, body })
    // A claim of the account revokes its sessions.
    const response = await whileLocked(id, send, async (raw) => {
      await raw(`update session set revoked_at = now(), revoked_reason = 'claimed' where user_id = $1`, [id])
    })
    expect([response.status, response.body.error?.code]).toEqual([401, 'UNAUTHENTICATED'])
    const proofs = await service.test.database.query`
      select user_id from two_factor where user_id = ${id} union all select user_id from wallet_pin where user_id = ${id}`
    expect(proofs).toEqual([])
  })
})

test('a reauthentication is rejected if the password changes before the transaction', async () => {
  const { id, password, accessToken: token } = await service.register()
  const deleteAccount = () => service.call('DELETE /user/account', { token, body: { password } })
  const response = await whileLocked(id, deleteAccount, async (raw) => {
    await raw(`update user_account set password_hash = 'another' where id = $1`, [id])
  })
  expect(response.body.error.code).toBe('INVALID_CREDENTIALS')
})
