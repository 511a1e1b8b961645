import { renderEmail } from '../../../platform/mail/email-layout.ts'
import type { Mail } from '../../../platform/mail/mail-queue.ts'
import type { Recipient } from '../../accounts/public/recipients.ts'
import { chooseLanguage, fillPlaceholders } from '../templates/render.ts'
import type { DueDelivery } from './decide-delivery.ts'

/** Builds an e-mail with the text of the notification, in its language. That of a certificate links to its public page. */
export function buildEmail(
  { type, title, body, link, language: tag }: DueDelivery,
  recipient: Recipient,
  publicUrl: string,
): Mail {
  const { greeting, closing } = chooseLanguage(tag)
  const { email, username, timeZone } = recipient
  return renderEmail({
    to: email!,
    subject: title,
    greeting: fillPlaceholders(greeting, { username }, { tag, timeZone }),
    paragraphs: [body],
    closing,
    ...(type === 'CERTIFICATE_READY' ? { pageUrl: `${publicUrl}/${link}` } : {}),
  })
}
