import { createHmac } from 'node:crypto'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { counter } from '../../../platform/metrics.ts'
import { hashPassword, verifyPassword } from '../../accounts/public/password.ts'

/**
 * A PIN has at most a million values, so an attacker with the table could try all of them. Therefore argon2id hashes a
 * digest that needs this key from outside of the database.
 */
let pepper: string | undefined

export function setPinPepper(secret: string): void {
  pepper = secret
}

const comparisons = counter('lyceum_wallet_pin_comparisons_total', 'Comparisons of wallet PINs', [])

export function hashPin(userId: UserId, pin: string): Promise<string> {
  return hashPassword(peppered(userId, pin))
}

export function verifyPin(userId: UserId, pin: string, hash: string): Promise<boolean> {
  comparisons.inc()
  return verifyPassword(peppered(userId, pin), hash)
}

/** Contains the user id, so that a row that is copied to another user does not match. */
function peppered(userId: UserId, pin: string): string {
  assert(pepper, 'the PIN pepper was not set: call setPinPepper at start')
  return createHmac('sha256', pepper).update(`${userId}\0${pin}`).digest('base64')
}
