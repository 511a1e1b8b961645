import { beforeEach, expect, test } from 'bun:test'
import { hashPasswordsAtFullCost } from '../../../../test/harness/password-cost.ts'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { newId } from '../../../platform/ids.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { hashPassword } from '../../accounts/public/password.ts'
import { accountSalt } from './account-salt.ts'
import { createOwnerKey, unsealOwnerKey } from './owner-key.ts'

hashPasswordsAtFullCost()

const TEST_KEY = 'a-secret-key-for-tests-only-0123456789'
beforeEach(() => useSecretKey(TEST_KEY))

test('a sealed key unseals to its owner, who can sign', async () => {
  const userId = newId<'User'>()
  const sealed = createOwnerKey(userId)
  const owner = unsealOwnerKey(userId, sealed)
  expect(owner.address).toBe(sealed.ownerAddress)
  expect(await owner.sign({ hash: `0x${'11'.repeat(32)}` })).toMatch(/^0x[0-9a-f]{130}$/)
})

test('keys and seals are unique', () => {
  const userId = newId<'User'>()
  const keys = Array.from({ length: 20 }, () => createOwnerKey(userId))
  expect(new Set(keys.map(({ ownerAddress }) => ownerAddress)).size).toBe(20)
  expect(new Set(keys.map(({ sealedDataKey }) => sealedDataKey.toString('hex'))).size).toBe(20)
})

test('a key does not unseal for another user, with another secret or with a changed byte', () => {
  const [userId, other] = [newId<'User'>(), newId<'User'>()]
  const sealed = createOwnerKey(userId)
  expect(() => unsealOwnerKey(other, sealed)).toThrow('another user')
  const strange = { ...sealed, ownerAddress: createOwnerKey(userId).ownerAddress }
  expect(() => unsealOwnerKey(userId, strange)).toThrow('another address')
  for (const part of ['sealedKey', 'sealedDataKey'] as const) {
    const changed = Buffer.from(sealed[part])
    changed[changed.length - 1]! ^= 1
    expect(() => unsealOwnerKey(userId, { ...sealed, [part]: changed })).toThrow()
  }
  useSecretKey('another-secret-key-of-the-tests-0123456789')
  expect(() => unsealOwnerKey(userId, sealed)).toThrow()
})

test('two users have different accounts for the same owner', () => {
  const [one, other] = [newId<'User'>(), newId<'User'>()]
  expect(accountSalt(one)).not.toBe(accountSalt(other))
  expect(accountSalt(one)).toBe(accountSalt(one))
})

test('creating a key is faster than hashing a password', async () => {
  const hashing = performance.now()
  await hashPassword('correct-horse-battery')
  const hashMs = performance.now() - hashing
  const took = Array.from({ length: 50 }, () => {
    const making = performance.now()
    createOwnerKey(newId<'User'>())
    return performance.now() - making
  })
  const keyMs = took.sort((one, other) => one - other)[25]!
  reportMeasurement(
    `creating and sealing an owner key: ${keyMs.toFixed(2)} ms; hashing a password: ${hashMs.toFixed(0)} ms`,
  )
  expect(keyMs).toBeLessThan(hashMs)
})
