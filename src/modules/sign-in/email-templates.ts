import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'

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

interface TwoFactorChange {
  isEnabled: boolean
  undoUrl: string
}

export function twoFactorChangedEmail(
  to: string,
  username: string,
  { isEnabled, undoUrl }: TwoFactorChange,
): Mail {
  return renderEmail({
    to,
    subject: isEnabled ? 'Two-factor sign-in is on' : 'Two-factor sign-in is off',
    greeting: `Hello, ${username}.`,
    paragraphs: [
      isEnabled
        ? 'From now on your account requires a code from your authenticator app. Store the recovery codes in a safe place.'
        : 'Your account no longer requires a code from your authenticator app.',
    ],
    ifNotYou:
      'If it was not you, reset your password immediately, then open this page within 24 hours: it undoes the change and signs out every device.',
    undoUrl,
  })
}

export function twoFactorResetEmail(to: string, username: string): Mail {
  return renderEmail({
    to,
    subject: 'Two-factor sign-in was reset',
    greeting: `Hello, ${username}.`,
    paragraphs: [
      'The operator of the service turned two-factor sign-in of your account off and signed out every device.',
    ],
    ifNotYou: 'If you did not ask for this, tell the operator and reset your password.',
  })
}

interface RemovedByClaim {
  isPasswordRemoved: boolean
  isTwoFactorRemoved: boolean
  endedSessions: number
}

export function accountClaimedEmail(to: string, username: string, removed: RemovedByClaim): Mail {
  const parts = [
    ...(removed.isPasswordRemoved ? ['Its password no longer works.'] : []),
    ...(removed.isTwoFactorRemoved ? ['Its two-factor sign-in is off.'] : []),
    ...(removed.endedSessions > 0 ? ['All devices that were signed in before are signed out.'] : []),
  ]
  return renderEmail({
    to,
    subject: 'Your e-mail address is confirmed',
    greeting: `Hello, ${username}.`,
    paragraphs: [
      'You proved that this address is yours. Until now the address of this account was not confirmed, so another person could have set it up.',
      ...(parts.length > 0 ? [parts.join(' ')] : []),
      'To sign in with a password, choose a new one with “Forgot password”.',
    ],
    ifNotYou: 'If it was not you, another person can read your e-mail: change the password of your mailbox.',
  })
}
