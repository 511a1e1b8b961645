import { totpOf } from '../harness/outside/authenticator.ts'
import type { RaceBed } from './bed.ts'
import type { Race } from './race.ts'

/** Each of these hashes a password, which is made to cost. */
const FEW = 6

const sessionsOf = (bed: RaceBed, id: string) => bed.count(bed.db`select from session where user_id = ${id}`)

/** Codes and tokens that are good for once, and accounts. */
export const IDENTITY_RACES: Race[] = [
  {
    operation: 'POST /auth/register',
    atOnce: FEW,
    refused: ['EMAIL_TAKEN', 'USERNAME_TAKEN'],
    stage: async (bed) => {
      const name = `racer_${bed.ownStake()}`
      const email = `${name}@example.com`
      return {
        body: { email, username: name, password: 'a-pass-phrase-of-mine' },
        effects: () => bed.count(bed.db`select from user_account where email = ${email}`),
      }
    },
  },
  {
    operation: 'POST /auth/otp/login',
    refused: ['CODE_INVALID', 'CODE_EXPIRED'],
    stage: async (bed) => {
      const { id } = await bed.learner()
      const email = `${id}@example.com`
      await bed.service.call('POST /auth/otp/request', { body: { email } })
      const otpCode = await bed.service.codeFor(email)
      // The learner came with a session.
      return { body: { email, otpCode }, effects: async () => (await sessionsOf(bed, id)) - 1 }
    },
  },
  {
    operation: 'POST /auth/login',
    what: 'one code of the second factor',
    atOnce: FEW,
    refused: ['TWO_FACTOR_INVALID'],
    stage: async (bed) => {
      const { id, email, password, accessToken } = await bed.service.register()
      const { secret } = (await bed.ask(accessToken)('POST /auth/2fa/setup')).data
      await bed.ask(accessToken)('POST /auth/2fa/enable', { code: totpOf(secret) })
      return {
        // A code is good once. The next one is good as well, and still when half a minute ends meanwhile.
        body: { email, password, totpCode: totpOf(secret, 1) },
        effects: async () => (await sessionsOf(bed, id)) - 1,
      }
    },
  },
  {
    operation: 'POST /auth/2fa/enable',
    refused: ['TWO_FACTOR_ALREADY_ENABLED', 'TWO_FACTOR_INVALID'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { secret } = (await bed.ask(token)('POST /auth/2fa/setup')).data
      return {
        token,
        body: { code: totpOf(secret) },
        // Ten codes for emergencies, made once.
        effects: async () => (await bed.count(bed.db`select from recovery_code where user_id = ${id}`)) / 10,
      }
    },
  },
  {
    operation: 'POST /auth/2fa/disable',
    what: 'one code for emergencies',
    atOnce: FEW,
    refused: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_NOT_ENABLED'],
    stage: async (bed) => {
      const { id, password, accessToken: token } = await bed.service.register()
      const { secret } = (await bed.ask(token)('POST /auth/2fa/setup')).data
      const { recoveryCodes } = (await bed.ask(token)('POST /auth/2fa/enable', { code: totpOf(secret) })).data
      return {
        token,
        body: { code: recoveryCodes[0], password },
        effects: () =>
          bed.count(bed.db`select from user_account where id = ${id} and two_factor_enabled_at is null`),
      }
    },
  },
  {
    operation: 'POST /auth/reset-password',
    atOnce: FEW,
    refused: ['CODE_INVALID', 'CODE_EXPIRED'],
    stage: async (bed) => {
      const { id } = await bed.learner()
      const email = `${id}@example.com`
      await bed.service.call('POST /auth/forgot-password', { body: { email } })
      const otpCode = await bed.service.codeFor(email)
      return {
        body: (index: number) => ({ email, otpCode, newPassword: `another-long-password-${index}` }),
        effects: () =>
          bed.count(bed.db`select from user_account where id = ${id} and password_hash is not null`),
      }
    },
  },
  {
    operation: 'POST /auth/verify-email',
    refused: ['CODE_INVALID', 'CODE_EXPIRED', 'EMAIL_ALREADY_VERIFIED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      await bed.db`update user_account set email_verified_at = null where id = ${id}`
      await bed.ask(token)('POST /auth/verify-email/request')
      const otpCode = await bed.service.codeFor(`${id}@example.com`)
      return {
        token,
        body: { otpCode },
        effects: () =>
          bed.count(bed.db`select from user_account where id = ${id} and email_verified_at is not null`),
      }
    },
  },
  {
    operation: 'POST /auth/refresh',
    refused: ['REFRESH_TOKEN_INVALID'],
    stage: async (bed) => {
      const { id, refreshToken } = await bed.service.register()
      return {
        body: { refreshToken },
        // One is traded for one; more would be a thief's and the owner's.
        effects: async () =>
          (await bed.count(bed.db`
            select from refresh_token join session on session.id = session_id where user_id = ${id}`)) - 1,
      }
    },
  },
]
