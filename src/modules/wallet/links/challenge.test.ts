import { expect, test } from 'bun:test'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { challengeText, newNonce, parseNonce } from './challenge.ts'

const FIELDS = {
  address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  publicUrl: 'https://learn.example.org',
  chainId: 8453,
  nonce: '7KQ2MPX4WNRT83VHG5YBJZ6DCFA9SEUL',
  issuedAt: new Date('2026-11-02T08:00:00.000Z'),
  expiresAt: new Date('2026-11-02T08:10:00.000Z'),
} as const

test('the message has the format of EIP-4361', () => {
  const message = parseSiweMessage(challengeText(FIELDS))
  expect(message).toEqual({
    domain: 'learn.example.org',
    address: FIELDS.address,
    statement: 'Link this wallet to your Lyceum account. It costs nothing and moves nothing.',
    uri: FIELDS.publicUrl,
    version: '1',
    chainId: 8453,
    nonce: FIELDS.nonce,
    issuedAt: FIELDS.issuedAt,
    expirationTime: FIELDS.expiresAt,
  })
  const given = { message, address: FIELDS.address, domain: 'learn.example.org', nonce: FIELDS.nonce }
  expect(validateSiweMessage({ ...given, time: FIELDS.issuedAt })).toBe(true)
  expect(validateSiweMessage({ ...given, time: FIELDS.expiresAt })).toBe(false)
})

test('the message contains the host with its port', () => {
  expect(challengeText({ ...FIELDS, publicUrl: 'http://localhost:3000' })).toStartWith(
    'localhost:3000 wants you',
  )
  expect(challengeText({ ...FIELDS, publicUrl: 'http://[::1]:3000' })).toStartWith('[::1]:3000 wants you')
})

test('parseNonce finds the nonce, which is unique', () => {
  expect(parseNonce(challengeText(FIELDS))).toBe(FIELDS.nonce)
  for (const text of [
    '',
    'Nonce: short',
    'nonce: 7KQ2MPX4WN',
    'Nonce: 7KQ2-MPX4-WNRT',
    'x Nonce: 7KQ2MPX4WN',
  ])
    expect([text, parseNonce(text)]).toEqual([text, undefined])
  expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100)
  expect(newNonce()).toMatch(/^[A-Z0-9]{32}$/)
})
