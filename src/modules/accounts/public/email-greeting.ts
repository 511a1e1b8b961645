import { codeEmailTexts } from '../code-email-texts.ts'
import type { Account } from './account.ts'

/** Who gets an e-mail about the account, and in which language. */
export type EmailRecipient = Pick<Account, 'email' | 'username' | 'language'>

export function emailGreeting({ username, language }: EmailRecipient): string {
  return codeEmailTexts(language).greeting(username)
}
