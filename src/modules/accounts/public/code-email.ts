import { renderEmail } from '../../../platform/mail/email-layout.ts'
import type { Mail } from '../../../platform/mail/mail-queue.ts'
import { codeEmailTexts } from '../code-email-texts.ts'
import type { CodePurpose } from './one-time-code.ts'

interface CodeEmail {
  to: string
  /** Unknown for an address that is not registered. */
  username?: string | undefined
  /** BCP 47. Other languages than the available ones get English. */
  language: string
  code: string
  publicUrl: string
}

/**
 * The e-mail with a code, in the language of the user and with a link to the page that needs the code. The code is only
 * in the body: the mail queue stores the body sealed, but not the subject.
 */
export function codeEmail(
  purpose: CodePurpose,
  { to, username, language, code, publicUrl }: CodeEmail,
): Mail {
  const texts = codeEmailTexts(language)
  const { path, fragment } = pageOf(purpose, { to, code })
  return renderEmail({
    to,
    subject: texts.subjects[purpose],
    greeting:
      purpose === 'verify_email' && username !== undefined
        ? texts.welcome(username)
        : texts.greeting(username),
    code,
    paragraphs: [
      texts.instructions[purpose],
      texts.validity,
      fragment === undefined ? texts.link : texts.linkWithCode,
    ],
    pageUrl: fragment === undefined ? `${publicUrl}${path}` : `${publicUrl}${path}#${fragment}`,
    closing: texts.ignore,
  })
}

/** The fragment of an address is not sent to servers, so logs and scanners of links do not see the code. */
function pageOf(purpose: CodePurpose, { to: email, code }: { to: string; code: string }) {
  switch (purpose) {
    case 'verify_email':
      return { path: '/settings/account', fragment: new URLSearchParams({ code }) }
    case 'sign_in':
      return { path: '/sign-in', fragment: new URLSearchParams({ email, code }) }
    case 'reset_password':
      return { path: '/forgot-password', fragment: new URLSearchParams({ email, code }) }
    case 'wallet_pin_reset':
      return { path: '/wallet' }
  }
}
