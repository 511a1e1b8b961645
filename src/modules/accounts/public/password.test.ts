import { describe, expect, test } from 'bun:test'
import { hashPasswordsAtFullCost } from '../../../../test/harness/password-cost.ts'
import type { Refusal } from '../../../platform/errors.ts'
import { checkPasswordStrength, hashPassword, verifyDummyPassword, verifyPassword } from './password.ts'

hashPasswordsAtFullCost()

const EMAIL = 'Ada@Example.com'

function isWeak(password: string): boolean {
  try {
    checkPasswordStrength(password, EMAIL)
    return false
  } catch (error) {
    expect((error as Refusal).code).toBe('WEAK_PASSWORD')
    return true
  }
}

describe('checkPasswordStrength', () => {
  test.each(['1234567890', 'qwertyuiop', 'QwertyUiop', 'password123', 'iloveyou12'])(
    'rejects the common password %s',
    (word) => {
      expect(isWeak(word)).toBe(true)
    },
  )
  test.each(['ada@example.com', 'ADA@EXAMPLE.COM'])('rejects %s because it is the e-mail address', (word) => {
    expect(isWeak(word)).toBe(true)
  })
  test.each(['aaaaaaaaaa', 'abababababab', '          ', '111222333111'])(
    'rejects %j because it has fewer than four distinct characters',
    (word) => {
      expect(isWeak(word)).toBe(true)
    },
  )
  test.each(['abcdefghij', 'JIHGFEDCBA', '0987654321', '5678901234', '9876543210', 'defedcbcde'])(
    'rejects the sequence %s',
    (word) => {
      expect(isWeak(word)).toBe(true)
    },
  )
  test.each(['abcdefghik', '0918273645', 'correct-horse-battery', 'пароль-длинный', '😀😁😂🤣😃😄😅😆😉😊'])(
    'accepts %s',
    (word) => {
      expect(isWeak(word)).toBe(false)
    },
  )
})

describe('password hashes', () => {
  test('a password hash is salted argon2id with at least the cost that OWASP recommends', async () => {
    const [one, other] = await Promise.all([hashPassword('a-long-password'), hashPassword('a-long-password')])
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(other)
  })

  test('a hash matches only its own password', async () => {
    const hash = await hashPassword('a-long-password')
    expect(await verifyPassword('a-long-password', hash)).toBe(true)
    expect(await verifyPassword('A-long-password', hash)).toBe(false)
    expect(await verifyPassword('a-long-passwor', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  test('a password matches regardless of the Unicode form of its accents', async () => {
    const hash = await hashPassword('caf\u00e9-au-lait')
    expect(await verifyPassword('cafe\u0301-au-lait', hash)).toBe(true)
    expect(await verifyPassword('cafe-au-lait', hash)).toBe(false)
  })

  test('two long passwords that differ in the last character do not match', async () => {
    const hash = await hashPassword(`${'x'.repeat(127)}a`)
    expect(await verifyPassword(`${'x'.repeat(127)}a`, hash)).toBe(true)
    expect(await verifyPassword(`${'x'.repeat(127)}b`, hash)).toBe(false)
  })

  test('the dummy hash matches no password', async () => {
    expect(await verifyDummyPassword('a password that no account has')).toBe(false)
  })
})
