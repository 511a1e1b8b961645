import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'
import { type EmailRecipient, emailGreeting } from '../accounts/public/email-greeting.ts'
import { signInEmailTexts } from './email-texts.ts'

/** The e-mails about changes of how a user signs in, in the language of the account. */

export function passwordChangedEmail(recipient: EmailRecipient): Mail {
  const { subject, text, ifNotYou } = signInEmailTexts(recipient.language).passwordChanged
  const { email: to } = recipient
  return renderEmail({ to, subject, greeting: emailGreeting(recipient), paragraphs: [text], ifNotYou })
}

interface TwoFactorChange {
  isEnabled: boolean
  undoUrl: string
}

export function twoFactorChangedEmail(
  recipient: EmailRecipient,
  { isEnabled, undoUrl }: TwoFactorChange,
): Mail {
  const { twoFactorOn, twoFactorOff } = signInEmailTexts(recipient.language)
  const { subject, text, ifNotYou } = isEnabled ? twoFactorOn : twoFactorOff
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

export function twoFactorResetEmail(recipient: EmailRecipient): Mail {
  const { subject, text, ifNotYou } = signInEmailTexts(recipient.language).twoFactorReset
  const { email: to } = recipient
  return renderEmail({ to, subject, greeting: emailGreeting(recipient), paragraphs: [text], ifNotYou })
}

interface RemovedByClaim {
  isPasswordRemoved: boolean
  isTwoFactorRemoved: boolean
  endedSessions: number
}

export function accountClaimedEmail(recipient: EmailRecipient, removed: RemovedByClaim): Mail {
  const texts = signInEmailTexts(recipient.language).accountClaimed
  const parts = [
    ...(removed.isPasswordRemoved ? [texts.passwordRemoved] : []),
    ...(removed.isTwoFactorRemoved ? [texts.twoFactorRemoved] : []),
    ...(removed.endedSessions > 0 ? [texts.devicesSignedOut] : []),
  ]
  return renderEmail({
    to: recipient.email,
    subject: texts.subject,
    greeting: emailGreeting(recipient),
    paragraphs: [texts.text, ...(parts.length > 0 ? [parts.join(' ')] : []), texts.newPassword],
    ifNotYou: texts.ifNotYou,
  })
}
