/** A six-digit code that is sent by e-mail. It proves that the user reads that mailbox. */
export type CodePurpose = 'sign_in' | 'verify_email' | 'reset_password' | 'wallet_pin_reset'

export const CODE_DIGITS = 6
/** The texts of the e-mails name it. */
export const CODE_LIFETIME_MS = 10 * 60_000
export const CODE_MAX_ATTEMPTS = 5
export const RESEND_DELAY_SECONDS = 60
export const DAILY_SEND_LIMIT = 5
