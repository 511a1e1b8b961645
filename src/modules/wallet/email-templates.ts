import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'
import { type EmailRecipient, emailGreeting } from '../accounts/public/email-greeting.ts'
import { walletEmailTexts } from './email-texts.ts'

export function pinChangedEmail(recipient: EmailRecipient): Mail {
  const { subject, text, ifNotYou } = walletEmailTexts(recipient.language).pinChanged
  const { email: to } = recipient
  return renderEmail({ to, subject, greeting: emailGreeting(recipient), paragraphs: [text], ifNotYou })
}

export function firstPinSetEmail(recipient: EmailRecipient, undoUrl: string): Mail {
  const { subject, text, ifNotYou } = walletEmailTexts(recipient.language).firstPin
  const { email: to } = recipient
  return renderEmail({
    to,
    subject,
    greeting: emailGreeting(recipient),
    paragraphs: [text],
    ifNotYou,
    undoUrl,
  })
}
