import { totpOf } from '../harness/external-services/authenticator.ts'
import type { RaceFixture } from './race-fixture.ts'
import type { Race } from './run-race.ts'

/** Fewer, because each request hashes a password. */
const HASHING_CONCURRENCY = 6

const sessionsOf = (fixture: RaceFixture, id: string) =>
  fixture.count(fixture.db`select from session where user_id = ${id}`)

/** One-time codes, tokens and accounts. */
export const ACCOUNT_RACES: Race[] = [
  {
    operation: 'POST /auth/register',
    concurrency: HASHING_CONCURRENCY,
    refused: ['EMAIL_TAKEN', 'USERNAME_TAKEN'],
    stage: async (fixture) => {
      const name = `racer_${fixture.ownStake()}`
      const email = `${name}@example.com`
      return {
        body: { email, username: name, password: 'a-pass-phrase-of-mine' },
        effects: () => fixture.count(fixture.db`select from user_account where email = ${email}`),
      }
    },
  },
  {
    operation: 'POST /auth/otp/login',
    refused: ['CODE_INVALID', 'CODE_EXPIRED'],
    stage: async (fixture) => {
      const { id } = await fixture.learner()
      const email = `${id}@example.com`
      await fixture.service.call('POST /auth/otp/request', { body: { email } })
      const otpCode = await fixture.service.codeFor(email)
      // The learner already has one session.
      return { body: { email, otpCode }, effects: async () => (await sessionsOf(fixture, id)) - 1 }
    },
  },
  {
    operation: 'POST /auth/login',
    what: 'one code of the second factor',
    concurrency: HASHING_CONCURRENCY,
    refused: ['TWO_FACTOR_INVALID'],
    stage: async (fixture) => {
      const { id, email, password, accessToken } = await fixture.service.register()
      const { secret } = (await fixture.ask(accessToken)('POST /auth/2fa/setup')).data
      await fixture.ask(accessToken)('POST /auth/2fa/enable', { code: totpOf(secret), password })
      return {
        // A code is valid once. The next code is also valid, even if its time step ends during the race.
        body: { email, password, totpCode: totpOf(secret, 1) },
        effects: async () => (await sessionsOf(fixture, id)) - 1,
      }
    },
  },
  {
    operation: 'POST /auth/2fa/enable',
    concurrency: HASHING_CONCURRENCY,
    refused: ['TWO_FACTOR_ALREADY_ENABLED', 'TWO_FACTOR_INVALID'],
    stage: async (fixture) => {
      const { id, password, accessToken: token } = await fixture.service.register()
      const { secret } = (await fixture.ask(token)('POST /auth/2fa/setup')).data
      return {
        token,
        body: { code: totpOf(secret), password },
        // Ten recovery codes, created once.
        effects: async () =>
          (await fixture.count(fixture.db`select from recovery_code where user_id = ${id}`)) / 10,
      }
    },
  },
  {
    operation: 'POST /auth/2fa/disable',
    what: 'one code for emergencies',
    concurrency: HASHING_CONCURRENCY,
    refused: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_NOT_ENABLED'],
    stage: async (fixture) => {
      const { id, password, accessToken: token } = await fixture.service.register()
      const { secret } = (await fixture.ask(token)('POST /auth/2fa/setup')).data
      const enabling = { code: totpOf(secret), password }
      const { recoveryCodes } = (await fixture.ask(token)('POST /auth/2fa/enable', enabling)).data
      return {
        token,
        body: { code: recoveryCodes[0], password },
        effects: () =>
          fixture.count(
            fixture.db`select from user_account where id = ${id} and two_factor_enabled_at is null`,
          ),
      }
    },
  },
  {
    operation: 'POST /auth/reset-password',
    concurrency: HASHING_CONCURRENCY,
    refused: ['CODE_INVALID', 'CODE_EXPIRED'],
    stage: async (fixture) => {
      const { id } = await fixture.learner()
      const email = `${id}@example.com`
      await fixture.service.call('POST /auth/forgot-password', { body: { email } })
      const otpCode = await fixture.service.codeFor(email)
      return {
        body: (index: number) => ({ email, otpCode, newPassword: `another-long-password-${index}` }),
        effects: () =>
          fixture.count(fixture.db`select from user_account where id = ${id} and password_hash is not null`),
      }
    },
  },
  {
    operation: 'POST /auth/verify-email',
    refused: ['CODE_INVALID', 'CODE_EXPIRED', 'EMAIL_ALREADY_VERIFIED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      await fixture.db`update user_account set email_verified_at = null where id = ${id}`
      await fixture.ask(token)('POST /auth/verify-email/request')
      const otpCode = await fixture.service.codeFor(`${id}@example.com`)
      return {
        token,
        body: { otpCode },
        effects: () =>
          fixture.count(
            fixture.db`select from user_account where id = ${id} and email_verified_at is not null`,
          ),
      }
    },
  },
  {
    operation: 'POST /auth/refresh',
    refused: ['REFRESH_TOKEN_INVALID'],
    stage: async (fixture) => {
      const { id, refreshToken } = await fixture.service.register()
      return {
        body: { refreshToken },
        // One token is exchanged for one; more would allow a stolen token.
        effects: async () =>
          (await fixture.count(fixture.db`
            select from refresh_token join session on session.id = session_id where user_id = ${id}`)) - 1,
      }
    },
  },
]
