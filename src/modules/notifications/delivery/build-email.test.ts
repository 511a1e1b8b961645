import { expect, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import { buildEmail } from './build-email.ts'
import type { DueDelivery } from './decide-delivery.ts'

const recipient = {
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2' as UserId,
  language: 'en',
  email: 'amina@example.com',
  username: 'amina',
  timeZone: 'Africa/Nairobi',
} satisfies Parameters<typeof buildEmail>[1]
const mailAbout = (type: DueDelivery['type'], link: string) => {
  const delivery = { type, link, title: 'News', body: 'It is here.', language: 'en' } as DueDelivery
  return buildEmail(delivery, recipient, 'https://lyceum.example')
}

test('the mail about a certificate links to its public page, and no other mail has a link', () => {
  const mail = mailAbout('CERTIFICATE_READY', 'certificates/LYC-2026-7Q4ZK0VX')
  const url = 'https://lyceum.example/certificates/LYC-2026-7Q4ZK0VX'
  expect(mail.text).toContain(`\n${url}\n`)
  expect(mail.html).toMatch(new RegExp(`<a href="${url}" style="[^"]*">${url}</a>`))
  const other = mailAbout('BADGE_EARNED', 'badges/NIGHT_OWL')
  expect(`${other.text}${other.html}`).not.toContain('http')
})
