import { describe, expect, test } from 'bun:test'
import { newId } from '../../../platform/ids.ts'
import { type CertificateToken, verifyCertificate } from '../verify-certificate.ts'
import {
  newCertificateNumber,
  nextStep,
  parseTransactionReference,
  readCertificateNumber,
  transactionReference,
} from './certificate.ts'

const NOW = new Date('2026-11-02T08:00:00.000Z')

describe('certificate numbers', () => {
  test('a number contains the year and forty random bits', () => {
    const numbers = Array.from({ length: 1_000 }, () => newCertificateNumber(NOW))
    for (const number of numbers) expect(number).toMatch(/^LYC-2026-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(new Set(numbers).size).toBe(1_000)
    expect(new Set(numbers.join('').replaceAll('LYC-2026-', '')).size).toBe(32)
  })

  test.each([
    ['LYC-2026-7Q4ZK0VX', 'LYC-2026-7Q4ZK0VX'],
    ['lyc-2026-7q4zk0vx', 'LYC-2026-7Q4ZK0VX'],
    ['LYC-2O26-7Q4ZKOVX', 'LYC-2026-7Q4ZK0VX'],
    ['lyc-2026-iLl0oOzz', 'LYC-2026-111000ZZ'],
    ['LYC-2026-7Q4ZK0V', undefined],
    ['LYC-2026-7Q4ZK0VXX', undefined],
    ['LYC-2026-7Q4ZK0VU', undefined],
    ['LYC-26-7Q4ZK0VX', undefined],
    ['LYC-2026-7Q4ZK0VX-', undefined],
    ['', undefined],
    ['../LYC-2026-7Q4ZK0VX', undefined],
  ])('%j is read as %j', (typed, number) => {
    expect(readCertificateNumber(typed)).toBe(number)
  })
})

describe('nextStep', () => {
  const base = {
    tokenId: '1',
    status: 'MINTED',
    revokedOnChainAt: null,
    chainCid: 'a',
    metadataCid: 'a',
  } as const

  test('the steps are mint, set the URI when the document changed, and revoke once when revoked', () => {
    expect(nextStep({ ...base, tokenId: null, status: 'MINTING', chainCid: null })).toBe('MINT')
    expect(nextStep({ ...base, tokenId: null, status: 'FAILED', chainCid: 'b' })).toBe('MINT')
    expect(nextStep({ ...base, chainCid: 'b' })).toBe('SET_URI')
    expect(nextStep(base)).toBeUndefined()
    // The contract rejects changes of a revoked token.
    expect(nextStep({ ...base, status: 'REVOKED', chainCid: 'b' })).toBe('REVOKE')
    expect(nextStep({ ...base, status: 'REVOKED', chainCid: 'b', revokedOnChainAt: NOW })).toBeUndefined()
  })

  test('the reference of a transaction contains the certificate id and the document', () => {
    const certificate = { id: newId<'Certificate'>(), metadataCid: 'bafkrei' }
    for (const step of ['MINT', 'SET_URI', 'REVOKE'] as const)
      expect(parseTransactionReference(transactionReference(certificate, step)).id).toBe(certificate.id)
    expect(parseTransactionReference(transactionReference(certificate, 'SET_URI')).cid).toBe('bafkrei')
  })
})

describe('verifyCertificate', () => {
  const owner = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  const token: CertificateToken = { exists: true, tokenId: '1', owner, uri: 'ipfs://a', isRevoked: false }
  const minted = { status: 'MINTED', ownerAddress: owner } as const

  test('a certificate is valid only if the database and the chain agree', () => {
    expect(verifyCertificate(minted, token)).toBe('VALID')
    expect(verifyCertificate(minted, { exists: false })).toBe('MISMATCH')
    expect(verifyCertificate(minted, { ...token, owner: '0x5FbDB2315678afecb367f032d93F642f64180aa3' })).toBe(
      'MISMATCH',
    )
    expect(verifyCertificate(minted, { ...token, isRevoked: true })).toBe('REVOKED')
    expect(verifyCertificate({ ...minted, status: 'REVOKED' }, token)).toBe('REVOKED')
    expect(verifyCertificate({ status: 'MINTING', ownerAddress: owner }, token)).toBe('PENDING')
    expect(verifyCertificate({ status: 'FAILED', ownerAddress: null }, { exists: false })).toBe('PENDING')
  })
})
