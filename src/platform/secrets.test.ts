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
    test(`of ${plain.length} characters is read back as it was`, () => {
      expect(unseal('mail', seal('mail', plain))).toBe(plain)
    })
  }

  test('shows nothing of itself, and looks different every time', () => {
    const one = seal('mail', 'the code is 123456')
    expect(one.includes('123456')).toBe(false)
    expect(one.equals(seal('mail', 'the code is 123456'))).toBe(false)
  })

  test('cannot be opened after any one of its bytes was changed', () => {
    const sealed = seal('mail', 'pay 10 gems')
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => unseal('mail', changed)).toThrow()
    }
  })

  test('cannot be opened when it was cut anywhere, even inside its tag', () => {
    const sealed = seal('mail', '')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal('mail', sealed.subarray(0, length))).toThrow()
    }
  })

  test('cannot be opened for another purpose', () => {
    const sealed = seal('mail', 'pay 10 gems')
    expect(() => unseal('wallet', sealed)).toThrow()
  })

  test('cannot be opened with another secret key, and can again with the first', () => {
    const sealed = seal('mail', 'pay 10 gems')
    useSecretKey('another-secret-key-for-tests-0123456789')
    expect(() => unseal('mail', sealed)).toThrow()
    useSecretKey(KEY)
    expect(unseal('mail', sealed)).toBe('pay 10 gems')
  })

  test('under a key that the caller made opens with that key alone', () => {
    const sealed = sealWith(sha256('one'), 'an answer')
    expect(unsealWith(sha256('one'), sealed)).toBe('an answer')
    expect(() => unsealWith(sha256('other'), sealed)).toThrow()
  })
})

describe('a keyed digest', () => {
  test('is the same for the same value, purpose and key', () => {
    expect(hmacSha256('pin', '1234').equals(hmacSha256('pin', '1234'))).toBe(true)
  })

  test('differs by value, by purpose and by key, and is not the plain digest', () => {
    const first = hmacSha256('pin', '1234')
    const others = [hmacSha256('pin', '1235'), hmacSha256('code', '1234'), sha256('1234')]
    useSecretKey('another-secret-key-for-tests-0123456789')
    others.push(hmacSha256('pin', '1234'))
    for (const other of others) expect(other.equals(first)).toBe(false)
  })
})

test('bytes are the same only when all of them are', () => {
  expect(constantTimeEqual(Buffer.from('token'), Buffer.from('token'))).toBe(true)
  expect(constantTimeEqual(Buffer.from('token'), Buffer.from('tokem'))).toBe(false)
  expect(constantTimeEqual(Buffer.from('token'), Buffer.from('tokens'))).toBe(false)
  expect(constantTimeEqual(Buffer.alloc(0), Buffer.alloc(0))).toBe(true)
})
