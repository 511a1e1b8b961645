import { beforeEach, describe, expect, test } from 'bun:test'
import {
  constantTimeEqual,
  hmacSha256,
  seal,
  sealWith,
  sha256,
  unseal,
  unsealWith,
  useSecretKey,
} from './secrets.ts'

const KEY = 'a-secret-key-for-tests-only-0123456789'
beforeEach(() => useSecretKey(KEY))

describe('a sealed text', () => {
  for (const plain of ['', 'a code: 123456', '{"κόσμε":"🦉"}', 'x'.repeat(100_000)]) {
    test(`a sealed text of ${plain.length} characters is read back unchanged`, () => {
      expect(unseal('mail', seal('mail', plain))).toBe(plain)
    })
  }

  test('a sealed text does not show its content, and differs each time', () => {
    const one = seal('mail', 'the code is 123456')
    expect(one.includes('123456')).toBe(false)
    expect(one.equals(seal('mail', 'the code is 123456'))).toBe(false)
  })

  test('a sealed text with any changed byte cannot be unsealed', () => {
    const sealed = seal('mail', 'pay 10 gems')
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => unseal('mail', changed)).toThrow()
    }
  })

  test('a truncated sealed text cannot be unsealed, even if cut inside its tag', () => {
    const sealed = seal('mail', '')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal('mail', sealed.subarray(0, length))).toThrow()
    }
  })

  test('a sealed text cannot be unsealed for another purpose', () => {
    const sealed = seal('mail', 'pay 10 gems')
    expect(() => unseal('wallet', sealed)).toThrow()
  })

  test('a sealed text can only be unsealed with its secret key', () => {
    const sealed = seal('mail', 'pay 10 gems')
    useSecretKey('another-secret-key-for-tests-0123456789')
    expect(() => unseal('mail', sealed)).toThrow()
    useSecretKey(KEY)
    expect(unseal('mail', sealed)).toBe('pay 10 gems')
  })

  test("a text sealed with a caller's key can only be unsealed with that key", () => {
    const sealed = sealWith(sha256('one'), 'an answer')
    expect(unsealWith(sha256('one'), sealed)).toBe('an answer')
    expect(() => unsealWith(sha256('other'), sealed)).toThrow()
  })
})

describe('a keyed hash', () => {
  test('a keyed hash is the same for the same value, purpose and key', () => {
    expect(hmacSha256('pin', '1234').equals(hmacSha256('pin', '1234'))).toBe(true)
  })

  test('a keyed hash differs by value, purpose and key, and is not the plain hash', () => {
    const first = hmacSha256('pin', '1234')
    const others = [hmacSha256('pin', '1235'), hmacSha256('code', '1234'), sha256('1234')]
    useSecretKey('another-secret-key-for-tests-0123456789')
    others.push(hmacSha256('pin', '1234'))
    for (const other of others) expect(other.equals(first)).toBe(false)
  })
})

test('constantTimeEqual returns true only for equal bytes', () => {
  expect(constantTimeEqual(Buffer.from('token'), Buffer.from('token'))).toBe(true)
  expect(constantTimeEqual(Buffer.from('token'), Buffer.from('tokem'))).toBe(false)
  expect(constantTimeEqual(Buffer.from('token'), Buffer.from('tokens'))).toBe(false)
  expect(constantTimeEqual(Buffer.alloc(0), Buffer.alloc(0))).toBe(true)
})
