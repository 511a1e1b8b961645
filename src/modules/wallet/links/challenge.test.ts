import { expect, test } from 'bun:test'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { challengeText, newNonce, nonceIn } from './challenge.ts'

const PARTS = {
  address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  publicUrl: 'https://learn.example.org',
  chainId: 8453,
  nonce: '7KQ2MPX4WNRT83VHG5YBJZ6DCFA9SEUL',
  issuedAt: new Date('2026-11-02T08:00:00.000Z'),
  expiresAt: new Date('2026-11-02T08:10:00.000Z'),
} as const

test('the text is one that wallets read as EIP-4361', () => {
  const message = parseSiweMessage(challengeText(PARTS))
  expect(message).toEqual({
    domain: 'learn.example.org',
    address: PARTS.address,
    statement: 'Link this wallet to your Lyceum account. It costs nothing and moves nothing.',
    uri: PARTS.publicUrl,
    version: '1',
    chainId: 8453,
    nonce: PARTS.nonce,
    issuedAt: PARTS.issuedAt,
    expirationTime: PARTS.expiresAt,
  })
  const given = { message, address: PARTS.address, domain: 'learn.example.org', nonce: PARTS.nonce }
  expect(validateSiweMessage({ ...given, time: PARTS.issuedAt })).toBe(true)
  expect(validateSiweMessage({ ...given, time: PARTS.expiresAt })).toBe(false)
})

test('it names the host with its port where people would see one', () => {
  expect(challengeText({ ...PARTS, publicUrl: 'http://localhost:3000' })).toStartWith(
    'localhost:3000 wants you',
  )
  expect(challengeText({ ...PARTS, publicUrl: 'http://[::1]:3000' })).toStartWith('[::1]:3000 wants you')
})

test('its nonce is found again, and is another each time', () => {
  expect(nonceIn(challengeText(PARTS))).toBe(PARTS.nonce)
  for (const text of [
    '',
    'Nonce: short',
    'nonce: 7KQ2MPX4WN',
    'Nonce: 7KQ2-MPX4-WNRT',
    'x Nonce: 7KQ2MPX4WN',
  ])
    expect([text, nonceIn(text)]).toEqual([text, undefined])
  expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100)
  expect(newNonce()).toMatch(/^[A-Z0-9]{32}$/)
})
