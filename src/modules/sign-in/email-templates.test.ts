import { expect, test } from 'bun:test'
import {
  accountClaimedEmail,
  passwordChangedEmail,
  twoFactorChangedEmail,
  twoFactorResetEmail,
} from './email-templates.ts'
import { SIGN_IN_EMAIL_LANGUAGES } from './email-texts.ts'

const ADA = { email: 'ada@example.com', username: 'ada', language: 'en' }
const lastParagraph = (text: string) => text.trim().split('\n\n').at(-1)!

const UNDO_URL = 'https://lyceum.example/undo/x'
const REMOVED = { isPasswordRemoved: true, isTwoFactorRemoved: true, endedSessions: 2 }

test('an e-mail about a change ends with what to do if the recipient did not make it', () => {
  const { to, text, html } = passwordChangedEmail(ADA)
  expect(to).toBe(ADA.email)
  expect(text).not.toContain('ignore')
  expect(lastParagraph(text)).toMatch(/^If it was not you, \w/)
  expect(html).toContain(lastParagraph(text))
})

test('an e-mail about two-factor sign-in ends with the link that undoes the change', () => {
  for (const isEnabled of [true, false]) {
    const { text, html } = twoFactorChangedEmail(ADA, { isEnabled, undoUrl: UNDO_URL })
    expect(text).toMatch(/\n\nIf it was not you, \w[^\n]+\n\nhttps/)
    expect(lastParagraph(text)).toBe(UNDO_URL)
    expect(html).toContain(`<a href="${UNDO_URL}" `)
  }
})

test('e-mails about a change are in the language of the account, and in English for other languages', () => {
  const mailsIn = (language: string) => {
    const recipient = { ...ADA, language }
    return [
      passwordChangedEmail(recipient),
      twoFactorChangedEmail(recipient, { isEnabled: true, undoUrl: UNDO_URL }),
      twoFactorChangedEmail(recipient, { isEnabled: false, undoUrl: UNDO_URL }),
      twoFactorResetEmail(recipient),
      accountClaimedEmail(recipient, REMOVED),
    ].map(({ subject, text }) => ({ subject, text }))
  }
  const languages = [...SIGN_IN_EMAIL_LANGUAGES.keys()]
  expect(languages).toEqual(['en', 'fr', 'pt', 'sw', 'ar'])
  // Each mail has a subject of its own in each language.
  const all = languages.flatMap(mailsIn)
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length)
  expect(mailsIn('pt-BR')).toEqual(mailsIn('pt'))
  expect(mailsIn('de')).toEqual(mailsIn('en'))
  expect(mailsIn('fr')[0]!.text).toStartWith('Bonjour ada,\n\nVotre mot de passe')
})
