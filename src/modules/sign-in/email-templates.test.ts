import { expect, test } from 'bun:test'
import {
  accountDeletedEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  signInCodeEmail,
  twoFactorChangedEmail,
  verificationEmail,
} from './email-templates.ts'

const TO = 'ada@example.com'
const lastWords = (text: string) => text.trim().split('\n\n').at(-1)!

test('a letter with a code may be ignored by whoever did not ask for it', () => {
  for (const { text, html } of [
    signInCodeEmail(TO, '482913'),
    verificationEmail(TO, 'ada', '482913'),
    resetPasswordEmail(TO, 'ada', '482913'),
  ]) {
    expect(lastWords(text)).toBe('If you did not ask for this, you can ignore this mail.')
    expect(html).toContain(lastWords(text))
  }
})

test('a letter that tells what has happened is not to be ignored, and ends with what to do', () => {
  for (const { text, html } of [
    passwordChangedEmail(TO, 'ada'),
    twoFactorChangedEmail(TO, 'ada', true),
    twoFactorChangedEmail(TO, 'ada', false),
    accountDeletedEmail(TO),
  ]) {
    expect(text).not.toContain('ignore')
    expect(lastWords(text)).toMatch(/^If it was not you, \w/)
    expect(html).toContain(lastWords(text))
  }
})
