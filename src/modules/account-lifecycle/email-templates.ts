import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'

export function accountDeletedEmail(to: string): Mail {
  return renderEmail({
    to,
    subject: 'Your account was deleted',
    greeting: 'Goodbye,',
    paragraphs: ['Your account and your personal data were erased, as you requested.'],
    ifNotYou: 'If it was not you, contact the operator of this service.',
  })
}
