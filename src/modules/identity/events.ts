import { defineFact } from '../../platform/events.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'

export const userRegistered = defineFact<{
  userId: UserId
  referralCode: string | null
  deviceId: string | null
  address: string
  at: string
}>('identity.user_registered')

export const emailVerified = defineFact<{ userId: UserId; at: string }>('identity.email_verified')

/** Whoever proved the address has the account now: what a stranger set up before as proofs of themselves ends. */
export const accountTakenOver = defineFact<{ userId: UserId; at: string }>('identity.account_taken_over')

/** Personal data is gone; whoever keeps more of it under this id erases it in the same transaction. */
export const accountDeleted = defineFact<{ userId: UserId; avatarKey: string | null; at: string }>(
  'identity.account_deleted',
)

/** Their access tokens are refused from now on, in every process. */
export const sessionsRevoked = defineFact<{ sessionIds: SessionId[] }>('identity.sessions_revoked')
