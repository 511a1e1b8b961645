import { expect, test } from 'bun:test'
import { accountDeletedEmail, DELETED_LANGUAGES } from './email-templates.ts'

test('the e-mail about a deleted account ends with what to do if the recipient did not delete it', () => {
  const { text, html } = accountDeletedEmail({ email: 'ada@example.com', language: 'en' })
  const lastParagraph = text.trim().split('\n\n').at(-1)!
  expect(text).not.toContain('ignore')
  expect(lastParagraph).toMatch(/^If it was not you, \w/)
  expect(html).toContain(lastParagraph)
})

test('the e-mail about a deleted account is in the language of the account', () => {
  const subjects = [...DELETED_LANGUAGES.keys()].map(
    (language) => accountDeletedEmail({ email: 'ada@example.com', language }).subject,
  )
  expect(new Set(subjects).size).toBe(5)
})
