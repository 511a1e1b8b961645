import { createHmac } from 'node:crypto'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { counter } from '../../../platform/metrics.ts'
import { hashPassword, verifyPassword } from '../../accounts/public/password.ts'

/**
 * A PIN has at most a million values: whoever has the table tries them all, however slow the hash. So argon2id is
 * given a digest that needs a key from outside the database.
 */
let pepper: string | undefined

export function setPinPepper(secret: string): void {
  pepper = secret
}

const comparisons = counter('lyceum_wallet_pin_comparisons_total', 'Wallet PINs that were compared', [])

export function hashPin(userId: UserId, pin: string): Promise<string> {
  return hashPassword(peppered(userId, pin))
}

export function verifyPin(userId: UserId, pin: string, hash: string): Promise<boolean> {
  comparisons.inc()
  return verifyPassword(peppered(userId, pin), hash)
}

/** Bound to its owner, so that a row that is copied to another user opens nothing. */
function peppered(userId: UserId, pin: string): string {
  assert(pepper, 'the PIN pepper was not set: call setPinPepper at start')
  return createHmac('sha256', pepper).update(`${userId}\0${pin}`).digest('base64')
}
