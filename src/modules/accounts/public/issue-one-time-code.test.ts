import { beforeEach, expect, test } from 'bun:test'
import { useSecretKey } from '../../../platform/secrets.ts'
import { codeDigest } from './issue-one-time-code.ts'

const TEST_KEY = 'a-secret-key-for-tests-only-0123456789'
beforeEach(() => useSecretKey(TEST_KEY))

test('the digest of a code depends on its purpose and its subject', () => {
  const digests = [
    codeDigest('sign_in', 'ada@example.com', '482913'),
    codeDigest('reset_password', 'ada@example.com', '482913'),
    codeDigest('sign_in', 'eve@example.com', '482913'),
    codeDigest('sign_in', 'ada@example.com', '482914'),
  ].map((digest) => digest.toString('hex'))
  expect(new Set(digests).size).toBe(4)
  expect(codeDigest('sign_in', 'ada@example.com', '482913').toString('hex')).toBe(digests[0]!)
})

test('the digest of a code depends on the secret key, so a copy of the table reveals no code', () => {
  const digest = codeDigest('sign_in', 'ada@example.com', '482913')
  useSecretKey('another-secret-key-of-the-tests-0123456789')
  expect(codeDigest('sign_in', 'ada@example.com', '482913').equals(digest)).toBe(false)
  useSecretKey(TEST_KEY)
})
