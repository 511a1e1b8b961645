import { renderEmail } from '../../../platform/mail/email-layout.ts'
import type { Mail } from '../../../platform/mail/mail-queue.ts'
import type { Recipient } from '../../accounts/public/recipients.ts'
import { chooseLanguage } from '../templates/choose-language.ts'
import { fillPlaceholders } from '../templates/render.ts'
import type { DueDelivery } from './decide-delivery.ts'

/** Builds an e-mail with the text of the notification, in its language. */
export function buildEmail({ title, body, language: tag }: DueDelivery, recipient: Recipient): Mail {
  const { greeting, closing } = chooseLanguage(tag)
  const { email, username, timeZone } = recipient
  return renderEmail({
    to: email!,
    subject: title,
    greeting: fillPlaceholders(greeting, { username }, { tag, timeZone }),
    paragraphs: [body],
    closing,
  })
}
