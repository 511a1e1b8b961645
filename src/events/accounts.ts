import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export const userRegistered = defineEvent<{
  userId: UserId
  referralCode: string | null
  deviceId: string | null
  address: string
  at: string
}>('accounts.user_registered')

/** Emitted once: when the user proves that the e-mail address is theirs after registration. */
export const emailVerified = defineEvent<{ userId: UserId; at: string }>('accounts.email_verified')

/** Emitted when an account is erased. Every module that stores personal data erases it in the same transaction. */
export const accountDeleted = defineEvent<{ userId: UserId; avatarKey: string | null; at: string }>(
  'accounts.account_deleted',
)
export type AccountDeletedEvent = ReturnType<typeof accountDeleted>
