import { composeLetter } from '../../platform/mail/letter.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export function resetPinLetter(to: string, username: string, code: string): Mail {
  return composeLetter({
    to,
    subject: 'Reset your wallet PIN',
    greeting: `Hello, ${username}.`,
    code,
    paragraphs: [
      'Type this code together with a new wallet PIN.',
      'The code is good for 10 minutes and for one use.',
    ],
  })
}

export function pinChangedLetter(to: string, username: string): Mail {
  return composeLetter({
    to,
    subject: 'Your wallet PIN was changed',
    greeting: `Hello, ${username}.`,
    paragraphs: ['The PIN that protects your wallet was changed.'],
    ifNotYou:
      'If it was not you, reset the password of your account and of your mailbox at once, then the wallet PIN.',
  })
}
