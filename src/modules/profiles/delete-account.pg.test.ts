import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestIssuer } from '../../../test/harness/external-services/oidc-issuer.ts'
import type { TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import {
  createPersonalDataTestbed,
  type PersonalDataTestbed,
  registerCompleteUser,
} from './personal-data-testbed.ts'

let testbed: PersonalDataTestbed
let issuer: TestIssuer
let service: TestService

beforeAll(async () => {
  testbed = await createPersonalDataTestbed()
  issuer = testbed.issuer
  service = testbed.service
})
afterAll(() => testbed?.stop())

const deleteAccount = (token: string, body: Record<string, unknown>) =>
  service.call('DELETE /user/account', { token, body })

/** The number of rows that contain one of the words, for every table including those of the job runner. */
async function rowsWith(words: string[]): Promise<Record<string, number>> {
  return service.test.database.transaction(async ({ raw }) => {
    const tables = await raw(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await raw(
        `select count(*)::int as rows from ${name} as t where exists
           (select from unnest(string_to_array($1::text, '|')) as word where t::text ilike '%' || word || '%')`,
        [words.join('|')],
      )
      if (row!.rows) found[name as string] = row!.rows as number
    }
    return found
  })
}

describe('deleting an account', () => {
  test('a deletion without the correct password is rejected', async () => {
    const user = await service.register()
    const wrong = await deleteAccount(user.accessToken, { password: 'not-the-password' })
    expect(wrong.status).toBe(403)
    expect(wrong.body.error.code).toBe('INVALID_CREDENTIALS')
    const alone = await deleteAccount(user.accessToken, {})
    expect([alone.status, alone.body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(alone.body.error.details).toEqual([{ field: 'password', message: 'is required' }])
    expect((await deleteAccount(user.accessToken, { password: '' })).status).toBe(400)
    await service.call('POST /auth/otp/request', { body: { email: user.email } })
    const otpCode = await service.codeFor(user.email)
    expect((await deleteAccount(user.accessToken, { otpCode })).status).toBe(400)
    expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
  })

  test('a deletion ends all sessions, erases all personal data but the notice, and frees address and username', async () => {
    const user = await registerCompleteUser(testbed)
    const second = await service.call('POST /auth/login', {
      body: { email: user.email, password: user.password, totpCode: user.recoveryCodes[0] },
    })
    const words = [user.email, user.username, user.subject]
    const before = await rowsWith(words)
    expect(Object.keys(before).sort()).toEqual([
      'public.one_time_code',
      'public.outgoing_mail',
      'public.social_identity',
      'public.user_account',
    ])
    expect(testbed.avatars()).not.toEqual([])
    const avatarsBefore = testbed.avatars().length

    const response = await deleteAccount(user.accessToken, { password: user.password })
    expect(response.status).toBe(200)

    for (const token of [user.accessToken, second.body.data.accessToken])
      expect((await service.call('GET /user/profile', { token })).status).toBe(401)
    for (const refreshToken of [user.refreshToken, second.body.data.refreshToken])
      expect((await service.call('POST /auth/refresh', { body: { refreshToken } })).status).toBe(401)
    const login = await service.call('POST /auth/login', {
      body: { email: user.email, password: user.password },
    })
    expect(login.body.error.code).toBe('INVALID_CREDENTIALS')
    expect((await deleteAccount(user.accessToken, { password: user.password })).status).toBe(401)

    expect(await rowsWith(words)).toEqual({ 'public.outgoing_mail': 1 })
    expect((await service.mailTo(user.email))!.subject).toBe('Your account was deleted')
    const [left] = await service.test.database.query<Record<string, unknown>>`
      select * from user_account where id = ${user.id}`
    expect(left).toMatchObject({
      id: user.id,
      country: null,
      bio: null,
      avatar_key: null,
      password_hash: null,
      email_verified_at: null,
      two_factor_enabled_at: null,
    })
    const sessions = await service.test.database.query<{
      revoked: boolean
      agent: unknown
      address: unknown
    }>`
      select revoked_at is not null as revoked, user_agent as agent, address from session
      where user_id = ${user.id}`
    expect(sessions).toHaveLength(3)
    for (const session of sessions) expect(session).toEqual({ revoked: true, agent: null, address: null })
    await waitUntil(() => testbed.avatars().length === avatarsBefore - 1)

    const available = await service.call('POST /auth/username-available', {
      body: { username: user.username },
    })
    expect(available.body.data.available).toBe(true)
    const newAccount = await service.register({ email: user.email, username: user.username })
    expect(newAccount.id).not.toBe(user.id)
    const idToken = await issuer.sign({ sub: user.subject, email: 'elsewhere@example.com' })
    const social = await service.call('POST /auth/social', { body: { provider: 'google', idToken } })
    expect(social.status).toBe(200)
    expect([user.id, newAccount.id]).not.toContain(social.body.data.user.id)
  })

  test('an account without a password is deleted with a correct mailed code', async () => {
    const email = 'leaver@example.com'
    const registered = await service.call('POST /auth/social', {
      body: { provider: 'google', idToken: await issuer.sign({ sub: 'leaver', email }) },
    })
    const token = registered.body.data.accessToken
    for (const body of [{}, { password: 'any-password-at-all' }]) {
      const response = await deleteAccount(token, body)
      expect(response.status).toBe(409)
      expect(response.body.error.code).toBe('PASSWORD_NOT_SET')
    }
    await service.call('POST /auth/otp/request', { body: { email } })
    const otpCode = await service.codeFor(email)
    const wrong = await deleteAccount(token, { otpCode: otpCode === '000000' ? '111111' : '000000' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toMatchObject({ code: 'CODE_INVALID', remainingAttempts: 4 })
    expect((await deleteAccount(token, { otpCode })).status).toBe(200)
    expect((await service.call('GET /user/profile', { token })).status).toBe(401)
    expect(await rowsWith([email])).toEqual({ 'public.outgoing_mail': 1 })
  })

  test('of ten concurrent deletions one succeeds and sends one e-mail', async () => {
    const user = await service.register()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => deleteAccount(user.accessToken, { password: user.password })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 401)).toHaveLength(9)
    const mails = (await service.call(`GET //dev/mail?to=${user.email}`)).body.data
    expect(mails).toHaveLength(1)
  })

  test('a concurrent profile change does not restore data of a deleted account', async () => {
    for (let round = 0; round < 4; round++) {
      const user = await service.register()
      const changes = Array.from({ length: 12 }, (_, index) =>
        Bun.sleep(index * 8).then(() =>
          service.call('PATCH /user/profile', { token: user.accessToken, body: { bio: `bio ${index}` } }),
        ),
      )
      const [deletion, ...changed] = await Promise.all([
        deleteAccount(user.accessToken, { password: user.password }),
        ...changes,
      ])
      expect(deletion!.status).toBe(200)
      for (const response of changed) expect([200, 401]).toContain(response.status)
      const [left] = await service.test.database.query<{ bio: string | null }>`
        select bio from user_account where id = ${user.id}`
      expect(left!.bio).toBeNull()
    }
  })
})
