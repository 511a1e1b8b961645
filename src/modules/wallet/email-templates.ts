import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'
import { type EmailRecipient, emailGreeting } from '../accounts/public/email-greeting.ts'
import { walletEmailTexts } from './email-texts.ts'

export function pinChangedEmail(recipient: EmailRecipient): Mail {
  return renderEmail(pinEmail(recipient, 'pinChanged'))
}

export function firstPinSetEmail(recipient: EmailRecipient, undoUrl: string): Mail {
  return renderEmail({ ...pinEmail(recipient, 'firstPin'), undoUrl })
}

function pinEmail(recipient: EmailRecipient, kind: 'pinChanged' | 'firstPin') {
  const { text, ...others } = walletEmailTexts(recipient.language)[kind]
  return { to: recipient.email, greeting: emailGreeting(recipient), paragraphs: [text], ...others }
}
