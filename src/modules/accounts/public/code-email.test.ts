import { describe, expect, test } from 'bun:test'
import { CODE_EMAIL_LANGUAGES } from '../code-email-texts.ts'
import { codeEmail } from './code-email.ts'
import type { CodePurpose } from './one-time-code.ts'

const GIVEN = { to: 'a+b@example.com', username: 'ada', code: '482913', publicUrl: 'https://lyceum.example' }
const PAGES: Record<CodePurpose, string> = {
  verify_email: 'https://lyceum.example/settings/account#code=482913',
  sign_in: 'https://lyceum.example/sign-in#email=a%2Bb%40example.com&code=482913',
  reset_password: 'https://lyceum.example/forgot-password#email=a%2Bb%40example.com&code=482913',
  wallet_pin_reset: 'https://lyceum.example/wallet',
}
const PURPOSES = Object.keys(PAGES) as CodePurpose[]

describe('an e-mail with a code', () => {
  for (const purpose of PURPOSES)
    test(`the e-mail for ${purpose} has the code, the page and the hint that it can be ignored in every language`, () => {
      const subjects = [...CODE_EMAIL_LANGUAGES].map(([language, { ignore, instructions }]) => {
        const { subject, text, html } = codeEmail(purpose, { ...GIVEN, language })
        const paragraphs = text.trim().split('\n\n')
        expect(paragraphs[1]).toBe('    482913')
        expect(paragraphs).toContain(instructions[purpose])
        expect(paragraphs.slice(-2)).toEqual([PAGES[purpose], ignore])
        expect(html).toContain(`<a href="${PAGES[purpose].replace('&', '&amp;')}" `)
        expect(subject).not.toContain('482913')
        return subject
      })
      expect(new Set(subjects).size).toBe(CODE_EMAIL_LANGUAGES.size)
    })

  test('a regional language gets its general one, and an unknown language gets English', () => {
    const subjectIn = (language: string) => codeEmail('sign_in', { ...GIVEN, language }).subject
    expect(subjectIn('pt-BR')).toBe('O seu código de acesso')
    expect(subjectIn('AR-eg')).toBe('رمز تسجيل الدخول')
    expect([subjectIn('de'), subjectIn('x')]).toEqual(['Your sign-in code', 'Your sign-in code'])
  })

  test('the code comes before everything else with six digits, so that programs can find it', () => {
    for (const purpose of PURPOSES)
      for (const language of CODE_EMAIL_LANGUAGES.keys())
        expect(codeEmail(purpose, { ...GIVEN, language }).text.match(/\b\d{6}\b/)?.[0]).toBe('482913')
  })
})
