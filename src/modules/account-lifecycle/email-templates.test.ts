import { expect, test } from 'bun:test'
import { accountDeletedEmail } from './email-templates.ts'

test('the e-mail about a deleted account ends with what to do if the recipient did not delete it', () => {
  const { text, html } = accountDeletedEmail('ada@example.com')
  const lastParagraph = text.trim().split('\n\n').at(-1)!
  expect(text).not.toContain('ignore')
  expect(lastParagraph).toMatch(/^If it was not you, \w/)
  expect(html).toContain(lastParagraph)
})
