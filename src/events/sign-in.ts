import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/**
 * Emitted when a user verifies the e-mail address of an account that was unverified. Modules delete what the previous
 * user of the account set up as proof of identity.
 */
export const accountClaimed = defineEvent<{ userId: UserId; at: string }>('sign_in.account_claimed')
