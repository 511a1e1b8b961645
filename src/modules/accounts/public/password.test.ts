import { describe, expect, test } from 'bun:test'
import type { Refusal } from '../../../platform/errors.ts'
import { checkPasswordStrength, hashPassword, verifyDummyPassword, verifyPassword } from './password.ts'

const EMAIL = 'Ada@Example.com'

function isWeak(password: string): boolean {
  try {
    checkPasswordStrength(password, EMAIL)
    return false
  } catch (fault) {
    expect((fault as Refusal).code).toBe('WEAK_PASSWORD')
    return true
  }
}

describe('a password is too weak', () => {
  test.each(['1234567890', 'qwertyuiop', 'QwertyUiop', 'password123', 'iloveyou12'])(
    '%s is a common one',
    (word) => {
      expect(isWeak(word)).toBe(true)
    },
  )
  test.each(['ada@example.com', 'ADA@EXAMPLE.COM'])('%s is the address', (word) => {
    expect(isWeak(word)).toBe(true)
  })
  test.each(['aaaaaaaaaa', 'abababababab', '          ', '111222333111'])(
    '%j is the same few keys',
    (word) => {
      expect(isWeak(word)).toBe(true)
    },
  )
  test.each(['abcdefghij', 'JIHGFEDCBA', '0987654321', '5678901234', '9876543210', 'defedcbcde'])(
    '%s is a run',
    (word) => {
      expect(isWeak(word)).toBe(true)
    },
  )
  test.each(['abcdefghik', '0918273645', 'correct-horse-battery', 'пароль-длинный', '😀😁😂🤣😃😄😅😆😉😊'])(
    '%s is not',
    (word) => {
      expect(isWeak(word)).toBe(false)
    },
  )
})

describe('a hash', () => {
  test('is argon2id at no less than the cost that OWASP names, and salted', async () => {
    const [one, other] = await Promise.all([hashPassword('a-long-password'), hashPassword('a-long-password')])
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(other)
  })

  test('knows its password, and no other', async () => {
    const hash = await hashPassword('a-long-password')
    expect(await verifyPassword('a-long-password', hash)).toBe(true)
    expect(await verifyPassword('A-long-password', hash)).toBe(false)
    expect(await verifyPassword('a-long-passwor', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  test('knows a letter with an accent however the keyboard spells it', async () => {
    const hash = await hashPassword('caf\u00e9-au-lait')
    expect(await verifyPassword('cafe\u0301-au-lait', hash)).toBe(true)
    expect(await verifyPassword('cafe-au-lait', hash)).toBe(false)
  })

  test('tells two long passwords apart by their last character', async () => {
    const hash = await hashPassword(`${'x'.repeat(127)}a`)
    expect(await verifyPassword(`${'x'.repeat(127)}a`, hash)).toBe(true)
    expect(await verifyPassword(`${'x'.repeat(127)}b`, hash)).toBe(false)
  })

  test('of nobody is known by no password', async () => {
    expect(await verifyDummyPassword('a password that nobody has')).toBe(false)
  })
})
