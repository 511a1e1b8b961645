import { expect, test } from 'bun:test'
import { newId } from '../../../platform/ids.ts'
import type { Certificate } from '../public/certificate.ts'
import { certificatePage } from './certificate-page.ts'
import { certificateTexts } from './certificate-texts.ts'

const passedAt = '2026-11-02T08:00:00.000Z'
const CERTIFICATE: Certificate = {
  id: newId(),
  userId: newId(),
  courseId: newId(),
  number: 'LYC-2026-7Q4ZK0VX',
  studentName: 'Amina Otieno',
  courseTitle: 'Blockchain basics',
  courseDescription: '',
  courseMinutes: 200,
  verified: { score: 90, passPercent: 80, passedAt, skills: ['C++', 'a < b'] },
  project: { title: 'Wallets & keys!', percentage: 85, passedAt },
  issuedAt: new Date(passedAt),
  status: 'MINTING',
  metadataCid: 'cid',
  ownerAddress: null,
  chainCid: null,
  tokenId: null,
  transactionHash: null,
  revokedAt: null,
  revocationReason: null,
  revokedOnChainAt: null,
  pendingStep: 'MINT',
  failedAttempts: 0,
  statusIndex: 0n,
  drawnContent: null,
}

function pageIn(language: string, certificate = CERTIFICATE): string {
  return certificatePage({
    certificate,
    token: undefined,
    chain: { network: 'net', chainId: 1, explorerUrl: undefined, contracts: { CourseCertificate: '0x1' } },
    publicUrl: 'http://localhost:3000',
    siteName: 'Lyceum',
    logo: null,
    hasWalletPass: false,
    texts: certificateTexts([language]),
  })
}

test('the page isolates each skill and the title of the project from the direction of its text', () => {
  const html = pageIn('ar')
  expect(html).toContain('<dd><bdi>C++</bdi>, <bdi>a &lt; b</bdi></dd>')
  expect(html).toContain('<dd><bdi>Wallets &amp; keys!</bdi>، ')
})

test('the page has the direction of its language', () => {
  expect(pageIn('ar')).toContain('<html lang="ar" dir="rtl">')
  expect(pageIn('fr')).toContain('<html lang="fr" dir="ltr">')
})

test('a certificate without skills, project and study time has no rows for them', () => {
  const verified = { ...CERTIFICATE.verified!, skills: [] }
  const html = pageIn('en', { ...CERTIFICATE, verified, project: null, courseMinutes: 0 })
  for (const name of ['Skills', 'Project', 'Study time']) expect(html).not.toContain(`<dt>${name}</dt>`)
})
