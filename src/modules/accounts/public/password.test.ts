import { describe, expect, spyOn, test } from 'bun:test'
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

  test('a stored hash that Bun made still matches its password', async () => {
    const hash =
      '$argon2id$v=19$m=19456,t=2,p=1$PfV7Lne+zlSkySDDyLS6w8cnCmPDdlx+xJrYxyTvwbM$KP6ntAufHbVheN7bdsbQcjapsHic0QRG5vJVs33SYys'
    expect(await verifyPassword('correct-horse-battery-caf\u00e9 😀', hash)).toBe(true)
    expect(await verifyPassword('correct-horse-battery-cafe\u0301 😀', hash)).toBe(true)
    expect(await verifyPassword('correct-horse-battery-cafe 😀', hash)).toBe(false)
  })

  test('a hash by Bun matches here and a hash made here matches in Bun, whatever characters the password has', async () => {
    const passwords = [
      'a-long-password',
      'caf\u00e9-au-lait',
      'пароль-длинный',
      '😀😁😂🤣😃😄😅😆😉😊',
      'with\0a-null-character',
      'with-a-lone-surrogate-\ud83d',
      'x'.repeat(128),
    ]
    for (const password of passwords) {
      const byBun = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 2 })
      expect([password, await verifyPassword(password, byBun)]).toEqual([password, true])
      expect([password, await verifyPassword(`${password}-`, byBun)]).toEqual([password, false])
      const own = await hashPassword(password)
      expect([password, await Bun.password.verify(password, own)]).toEqual([password, true])
    }
  })

  test('a damaged hash matches no password and is no error', async () => {
    const text = 'a-long-password'
    const hash = await hashPassword(text)
    const [, , , , salt, tag] = hash.split('$') as [string, string, string, string, string, string]
    const damaged = [
      '',
      ' ',
      'a-long-password',
      `${hash}!`,
      `${hash}\n`,
      `${hash}\0`,
      hash.slice(0, -1),
      hash.slice(0, -3),
      hash.slice(1),
      hash.slice(0, hash.lastIndexOf('$')),
      hash.slice(0, hash.lastIndexOf('$') + 1),
      hash.replace(salt, ''),
      hash.replace(salt, 'AAAA'),
      hash.replace(salt, `é${salt.slice(1)}`),
      hash.replace(tag, tag.replace(/^./, '*')),
      hash.replace('argon2id', 'argon2x'),
      hash.replace('$v=19', '$v=99'),
      hash.replace('m=19456', 'm=0'),
      hash.replace('m=19456', 'm=1'),
      hash.replace('m=19456', 'm=-1'),
      // Would need four terabytes of memory.
      hash.replace('m=19456', 'm=4294967295'),
      hash.replace('m=19456', 'm=99999999999'),
      // Would take a year.
      hash.replace('t=2', 't=4294967295'),
      hash.replace('t=2', 't=0'),
      hash.replace('p=1', 'p=0'),
      hash.replace('p=1', 'p=99999999999'),
      '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    ]
    expect(damaged).not.toContain(hash)
    const matching = []
    for (const one of damaged) if (await verifyPassword(text, one)) matching.push(one)
    expect(matching).toEqual([])
    expect(await verifyPassword(text, hash)).toBe(true)
  })

  test('the event loop runs while a password is hashed and while it is verified', async () => {
    const turnsDuring = async (work: Promise<unknown>) => {
      let [isDone, turns] = [false, 0]
      const done = work.finally(() => {
        isDone = true
      })
      for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve))
      await done
      return turns
    }
    const hash = await hashPassword('a-long-password')
    // One turn would be the end of work that blocked the loop.
    expect(await turnsDuring(hashPassword('a-long-password'))).toBeGreaterThan(3)
    expect(await turnsDuring(verifyPassword('a-long-password', hash))).toBeGreaterThan(3)
  })

  test('the memory of a hash is released', async () => {
    const hash = await hashPassword('a-long-password')
    const before = process.memoryUsage.rss()
    for (let count = 0; count < 30; count++) await verifyPassword('a-long-password', hash)
    // 30 hashes need 570 MiB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20)
  })

  test('an unknown address is compared with a readable hash that has the cost of a new one', async () => {
    const argon2 = require('@node-rs/argon2') as typeof import('@node-rs/argon2')
    const verify = spyOn(argon2, 'verify')
    try {
      expect(await verifyDummyPassword('a-long-password')).toBe(false)
      const [compared] = verify.mock.calls[0]!
      const costOf = (hash: string) => hash.split('$').slice(0, 4)
      expect(costOf(String(compared))).toEqual(costOf(await hashPassword('a-long-password')))
    } finally {
      verify.mockRestore()
    }
  })
})
