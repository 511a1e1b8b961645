import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'
import { CODE_VALIDITY_TEXT } from './public/one-time-code.ts'

export function verificationEmail(to: string, username: string, code: string): Mail {
  return renderEmail({
    to,
    subject: 'Confirm your e-mail address',
    greeting: `Welcome, ${username}!`,
    code,
    paragraphs: ['Type this code to confirm that this address is yours.', CODE_VALIDITY_TEXT],
  })
}
