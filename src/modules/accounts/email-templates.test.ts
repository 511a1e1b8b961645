import { expect, test } from 'bun:test'
import { verificationEmail } from './email-templates.ts'

test('the verification e-mail contains the code and says that it can be ignored', () => {
  const { text, html } = verificationEmail('ada@example.com', 'ada', '482913')
  for (const body of [text, html]) {
    expect(body).toContain('482913')
    expect(body).toContain('If you did not ask for this, you can ignore this mail.')
  }
})
