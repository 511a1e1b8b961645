import { expect, test } from 'bun:test'
import { firstPinSetEmail, pinChangedEmail } from './email-templates.ts'
import { WALLET_EMAIL_LANGUAGES } from './email-texts.ts'

const UNDO_URL = 'https://lyceum.example/undo/x'

test('e-mails about the wallet PIN are in the language of the account, and end with what undoes the change', () => {
  const languages = [...WALLET_EMAIL_LANGUAGES.keys()]
  expect(languages).toEqual(['en', 'fr', 'pt', 'sw', 'ar'])
  const subjects = languages.flatMap((language) => {
    const recipient = { email: 'ada@example.com', username: 'ada', language }
    const first = firstPinSetEmail(recipient, UNDO_URL)
    expect(first.text.trim().split('\n\n').at(-1)).toBe(UNDO_URL)
    return [first.subject, pinChangedEmail(recipient).subject]
  })
  expect(new Set(subjects).size).toBe(10)
})
