import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'
import { CODE_VALIDITY_TEXT } from '../accounts/public/one-time-code.ts'

/** Codes appear only in the body: the mail queue stores the body sealed, but not the subject. */

export function signInCodeEmail(to: string, code: string): Mail {
  return renderEmail({
    to,
    subject: 'Your sign-in code',
    greeting: 'Hello,',
    code,
    paragraphs: ['Type this code to sign in.', CODE_VALIDITY_TEXT],
  })
}

export function resetPasswordEmail(to: string, username: string, code: string): Mail {
  return renderEmail({
    to,
    subject: 'Reset your password',
    greeting: `Hello, ${username}.`,
    code,
    paragraphs: ['Type this code together with a new password.', CODE_VALIDITY_TEXT],
  })
}

export function passwordChangedEmail(to: string, username: string): Mail {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    greeting: `Hello, ${username}.`,
    paragraphs: ['Your password was changed and every device was signed out.'],
    ifNotYou:
      'If it was not you, another person can read your e-mail: change the password of your mailbox, then reset this one.',
  })
}

export function twoFactorChangedEmail(to: string, username: string, enabled: boolean): Mail {
  return renderEmail({
    to,
    subject: enabled ? 'Two-factor sign-in is on' : 'Two-factor sign-in is off',
    greeting: `Hello, ${username}.`,
    paragraphs: [
      enabled
        ? 'From now on your account requires a code from your authenticator app. Store the recovery codes in a safe place.'
        : 'Your account no longer requires a code from your authenticator app.',
    ],
    ifNotYou: 'If it was not you, reset your password immediately: that signs out every device.',
  })
}
