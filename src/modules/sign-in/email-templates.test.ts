import { expect, test } from 'bun:test'
import { passwordChangedEmail, twoFactorChangedEmail } from './email-templates.ts'

const TO = 'ada@example.com'
const lastParagraph = (text: string) => text.trim().split('\n\n').at(-1)!

const UNDO_URL = 'https://lyceum.example/undo/x'

test('an e-mail about a change ends with what to do if the recipient did not make it', () => {
  const { text, html } = passwordChangedEmail(TO, 'ada')
  expect(text).not.toContain('ignore')
  expect(lastParagraph(text)).toMatch(/^If it was not you, \w/)
  expect(html).toContain(lastParagraph(text))
})

test('an e-mail about two-factor sign-in ends with the link that undoes the change', () => {
  for (const isEnabled of [true, false]) {
    const { text, html } = twoFactorChangedEmail(TO, 'ada', { isEnabled, undoUrl: UNDO_URL })
    expect(text).toMatch(/\n\nIf it was not you, \w[^\n]+\n\nhttps/)
    expect(lastParagraph(text)).toBe(UNDO_URL)
    expect(html).toContain(`<a href="${UNDO_URL}" `)
  }
})
