import { beforeEach, expect, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import { hashPin, setPinPepper, verifyPin } from './pin-hash.ts'

const PEPPER = 'a-pepper-for-tests-only-0123456789abcdef'
const USER = '019a8f00-0000-7000-8000-000000000001' as UserId
const OTHER = '019a8f00-0000-7000-8000-000000000002' as UserId
const PIN = '739164'

beforeEach(() => setPinPepper(PEPPER))

test('a stored PIN hash that Bun made still matches the PIN of its user', async () => {
  const hash =
    '$argon2id$v=19$m=19456,t=2,p=1$kOwOFKLe2qOo5spCfT0WIxom5Z8GAKRizSDU1VPn3nM$N+LloGGP1Icdp1Zmj2JWPW6n4HIiZJmqG9l3NxQx+og'
  expect(await verifyPin(USER, PIN, hash)).toBe(true)
  expect(await verifyPin(USER, '402857', hash)).toBe(false)
  expect(await verifyPin(OTHER, PIN, hash)).toBe(false)
})

test('a PIN matches only for its user and with the pepper of its hash', async () => {
  const hash = await hashPin(USER, PIN)
  expect(await verifyPin(USER, PIN, hash)).toBe(true)
  expect(await verifyPin(OTHER, PIN, hash)).toBe(false)
  setPinPepper('another-pepper-for-tests-only-0123456789')
  expect(await verifyPin(USER, PIN, hash)).toBe(false)
})
