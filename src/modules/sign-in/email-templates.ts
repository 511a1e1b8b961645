import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'

/** Codes stand in the body alone: it is sealed in the table, and the subject is not. */
const LIFETIME = 'The code is good for 10 minutes and for one use.'

export function signInCodeEmail(to: string, code: string): Mail {
  return renderEmail({
    to,
    subject: 'Your sign-in code',
    greeting: 'Hello,',
    code,
    paragraphs: ['Type this code to sign in.', LIFETIME],
  })
}

export function verificationEmail(to: string, username: string, code: string): Mail {
  return renderEmail({
    to,
    subject: 'Confirm your e-mail address',
    greeting: `Welcome, ${username}!`,
    code,
    paragraphs: ['Type this code to confirm that this address is yours.', LIFETIME],
  })
}

export function resetPasswordEmail(to: string, username: string, code: string): Mail {
  return renderEmail({
    to,
    subject: 'Reset your password',
    greeting: `Hello, ${username}.`,
    code,
    paragraphs: ['Type this code together with a new password.', LIFETIME],
  })
}

export function passwordChangedEmail(to: string, username: string): Mail {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    greeting: `Hello, ${username}.`,
    paragraphs: ['Your password was changed and every device was signed out.'],
    ifNotYou:
      'If it was not you, somebody reads your mail: change the password of your mailbox, then reset this one.',
  })
}

export function twoFactorChangedEmail(to: string, username: string, enabled: boolean): Mail {
  return renderEmail({
    to,
    subject: enabled ? 'Two-factor sign-in is on' : 'Two-factor sign-in is off',
    greeting: `Hello, ${username}.`,
    paragraphs: [
      enabled
        ? 'From now on your account asks for a code of your authenticator app. Keep the recovery codes in a safe place.'
        : 'Your account does not ask for a code of your authenticator app any more.',
    ],
    ifNotYou: 'If it was not you, reset your password at once: that signs out every device.',
  })
}

export function accountDeletedEmail(to: string): Mail {
  return renderEmail({
    to,
    subject: 'Your account was deleted',
    greeting: 'Farewell,',
    paragraphs: ['Your account and your personal data were erased, as you asked.'],
    ifNotYou: 'If it was not you, write to the people who run this service.',
  })
}
