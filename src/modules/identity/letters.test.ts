import { expect, test } from 'bun:test'
import {
  accountDeletedLetter,
  passwordChangedLetter,
  resetPasswordLetter,
  signInCodeLetter,
  twoFactorChangedLetter,
  verifyEmailLetter,
} from './letters.ts'

const TO = 'ada@example.com'
const lastWords = (text: string) => text.trim().split('\n\n').at(-1)!

test('a letter with a code may be ignored by whoever did not ask for it', () => {
  for (const { text, html } of [
    signInCodeLetter(TO, '482913'),
    verifyEmailLetter(TO, 'ada', '482913'),
    resetPasswordLetter(TO, 'ada', '482913'),
  ]) {
    expect(lastWords(text)).toBe('If you did not ask for this, you can ignore this mail.')
    expect(html).toContain(lastWords(text))
  }
})

test('a letter that tells what has happened is not to be ignored, and ends with what to do', () => {
  for (const { text, html } of [
    passwordChangedLetter(TO, 'ada'),
    twoFactorChangedLetter(TO, 'ada', true),
    twoFactorChangedLetter(TO, 'ada', false),
    accountDeletedLetter(TO),
  ]) {
    expect(text).not.toContain('ignore')
    expect(lastWords(text)).toMatch(/^If it was not you, \w/)
    expect(html).toContain(lastWords(text))
  }
})
