import { composeLetter } from '../../../platform/mail/letter.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Recipient } from '../../identity/accounts/recipients.ts'
import { chooseLanguage } from '../templates/choose-language.ts'
import { fill } from '../templates/render.ts'
import type { DueDelivery } from './delivery.ts'

/** The same words as in the inbox, in their language, to somebody by name. */
export function letterOf({ title, body, language: tag }: DueDelivery, recipient: Recipient): Mail {
  const { greeting, closing } = chooseLanguage(tag)
  const { email, username, timeZone } = recipient
  return composeLetter({
    to: email!,
    subject: title,
    greeting: fill(greeting, { username }, { tag, timeZone }),
    paragraphs: [body],
    closing,
  })
}
