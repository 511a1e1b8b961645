import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'
import { type EmailRecipient, emailGreeting } from '../accounts/public/email-greeting.ts'
import type { ClaimedAccount } from '../sessions/public/session-response.ts'
import { type SecurityTexts, signInEmailTexts } from './email-texts.ts'

/** The e-mails about changes of how a user signs in, in the language of the account. */

export function passwordChangedEmail(recipient: EmailRecipient): Mail {
  return securityEmail(recipient, signInEmailTexts(recipient.language).passwordChanged)
}

export function twoFactorChangedEmail(
  recipient: EmailRecipient,
  { isEnabled, undoUrl }: { isEnabled: boolean; undoUrl: string },
): Mail {
  const { twoFactorOn, twoFactorOff } = signInEmailTexts(recipient.language)
  return securityEmail(recipient, isEnabled ? twoFactorOn : twoFactorOff, undoUrl)
}

export function twoFactorResetEmail(recipient: EmailRecipient): Mail {
  return securityEmail(recipient, signInEmailTexts(recipient.language).twoFactorReset)
}

function securityEmail(
  recipient: EmailRecipient,
  { subject, text, ifNotYou }: SecurityTexts,
  undoUrl?: string,
): Mail {
  const greeting = emailGreeting(recipient)
  return renderEmail({ to: recipient.email, subject, greeting, paragraphs: [text], ifNotYou, undoUrl })
}

export function accountClaimedEmail(recipient: EmailRecipient, removed: ClaimedAccount): Mail {
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
