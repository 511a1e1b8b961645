import { availableParallelism } from 'node:os'
import { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import { hashArgon2id, verifyArgon2 } from '../argon2.ts'
import { errors } from '../errors.ts'

/** The minimum that OWASP recommends for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2 }

/** Hashing is expensive by design, so at most one hash per core runs concurrently. */
const semaphore = new Semaphore(Math.max(2, availableParallelism()), 2_000, 15_000)

/** `PasswordSchema` rejects shorter passwords, so the list does not need them. */
const MIN_PASSWORD_LENGTH = 10

let commonPasswords: ReadonlySet<string> | undefined

/** Loaded with the first new password: the list slows a start down. */
function loadCommonPasswords(): ReadonlySet<string> {
  if (commonPasswords) return commonPasswords
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  commonPasswords = new Set(
    (dictionary['passwords-common'] as unknown as string[])
      .map((word) => String(word).toLowerCase())
      .filter((word) => word.length >= MIN_PASSWORD_LENGTH),
  )
  return commonPasswords
}

export async function hashPassword(password: string): Promise<string> {
  return withPermit(() => hashArgon2id(password.normalize('NFC'), COST))
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  return withPermit(() => verifyArgon2(password.normalize('NFC'), hash))
}

/** A hash that matches no password, with the cost of a new hash. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Takes as long as a real comparison, so that response times do not reveal which e-mail addresses are registered. */
export async function verifyDummyPassword(password: string): Promise<false> {
  await verifyPassword(password, DUMMY_HASH)
  return false
}

/** Throws `WEAK_PASSWORD` for common passwords, the e-mail address, sequences, and fewer than four distinct characters. */
export function checkPasswordStrength(password: string, email: string): void {
  const plain = password.normalize('NFC').toLowerCase()
  if (
    loadCommonPasswords().has(plain) ||
    plain === email.toLowerCase() ||
    new Set(plain).size < 4 ||
    isSequence(plain)
  )
    throw errors.weak_password()
}

/** Each character is one step from the previous one: abcdefghij, 0987654321. */
function isSequence(plain: string): boolean {
  const keys = [...plain]
  return keys.every((key, index) => index === 0 || isStep(keys[index - 1]!, key))
}

/** 9 and 0 are neighbours on the keyboard. */
function isStep(one: string, other: string): boolean {
  const distance = Math.abs(one.codePointAt(0)! - other.codePointAt(0)!)
  return distance === 1 || (distance === 9 && /^[09]{2}$/.test(one + other))
}

async function withPermit<Result>(work: () => Promise<Result>): Promise<Result> {
  const wait = semaphore.acquire()
  if (wait) await wait
  try {
    return await work()
  } finally {
    semaphore.release()
  }
}
