import type { SessionId, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export const userRegistered = defineEvent<{
  userId: UserId
  referralCode: string | null
  deviceId: string | null
  address: string
  at: string
}>('accounts.user_registered')

export const emailVerified = defineEvent<{ userId: UserId; at: string }>('accounts.email_verified')

/**
 * Emitted when a user verifies the e-mail address of an account that was unverified. Modules delete what the previous
 * user of the account set up as proof of identity.
 */
export const accountClaimed = defineEvent<{ userId: UserId; at: string }>('sign_in.account_claimed')

/** Emitted when an account is erased. Every module that stores personal data erases it in the same transaction. */
export const accountDeleted = defineEvent<{ userId: UserId; avatarKey: string | null; at: string }>(
  'accounts.account_deleted',
)

/** Emitted when sessions end. Every process rejects their access tokens from then on. */
export const sessionsRevoked = defineEvent<{ sessionIds: SessionId[] }>('sessions.sessions_revoked')
