import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'

export function pinChangedEmail(to: string, username: string): Mail {
  return renderEmail({
    to,
    subject: 'Your wallet PIN was changed',
    greeting: `Hello, ${username}.`,
    paragraphs: ['The PIN that protects your wallet was changed.'],
    ifNotYou:
      'If it was not you, reset the password of your account and of your mailbox now, then the wallet PIN.',
  })
}

export function firstPinSetEmail(to: string, username: string, undoUrl: string): Mail {
  return renderEmail({
    to,
    subject: 'A wallet PIN was set',
    greeting: `Hello, ${username}.`,
    paragraphs: ['Your wallet is now protected by a PIN. Payouts need it.'],
    ifNotYou:
      'If it was not you, open this page within 24 hours: it removes the PIN and signs out every device. Then reset your password.',
    undoUrl,
  })
}
