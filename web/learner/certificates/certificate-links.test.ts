import { expect, test } from 'bun:test'
import { linkedInUrl } from './certificate-links.ts'

test('the LinkedIn link carries the course, the number, the date and the page of the certificate', () => {
  const url = new URL(
    linkedInUrl(
      {
        certificateNumber: 'LYC-2026-7Q4ZK0VX',
        courseTitle: 'Keys & wallets',
        issuedAt: '2026-12-31T23:30:00.000Z',
        viewUrl: 'https://learn.example/certificates/LYC-2026-7Q4ZK0VX',
      },
      'Evening School',
    ),
  )
  expect(url.origin + url.pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Keys & wallets',
    organizationName: 'Evening School',
    issueYear: '2026',
    issueMonth: '12',
    certId: 'LYC-2026-7Q4ZK0VX',
    certUrl: 'https://learn.example/certificates/LYC-2026-7Q4ZK0VX',
  })
})
