/** A code of six digits that goes by mail and proves that somebody reads that mailbox. */
export type CodePurpose = 'sign_in' | 'verify_email' | 'reset_password' | 'wallet_pin_reset'

export const CODE_DIGITS = 6
export const CODE_LIFETIME_MS = 10 * 60_000
export const CODE_MAX_ATTEMPTS = 5
export const RESEND_DELAY_SECONDS = 60
export const DAILY_SEND_LIMIT = 5
/** From where the owner has signed in before: strangers may have used up theirs. */
export const KNOWN_NETWORK_DAILY_SEND_LIMIT = 2 * DAILY_SEND_LIMIT
