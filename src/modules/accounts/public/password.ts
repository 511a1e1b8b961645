import { availableParallelism } from 'node:os'
import * as commonWords from '@zxcvbn-ts/language-common'
import { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import { errors } from '../errors.ts'

/** OWASP's minimum for argon2id. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Hashing is costly by design: more at once than the machine has cores would only make everybody wait. */
const semaphore = new Semaphore(Math.max(2, availableParallelism()), 2_000, 15_000)

/** Shorter ones are refused by their length. */
const PASSWORD_LENGTH = 10

const COMMON_PASSWORDS = new Set(
  (commonWords.dictionary['passwords-common'] as unknown as string[])
    .map((word) => String(word).toLowerCase())
    .filter((word) => word.length >= PASSWORD_LENGTH),
)

export async function hashPassword(password: string): Promise<string> {
  return withPermit(() => Bun.password.hash(password.normalize('NFC'), COST))
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  return withPermit(() => Bun.password.verify(password.normalize('NFC'), hash))
}

let dummyHash: Promise<string> | undefined

/** As much work as a real comparison, so that an unknown e-mail address takes as long as a wrong password. */
export async function verifyDummyPassword(password: string): Promise<false> {
  dummyHash ??= hashPassword('a password that nobody has')
  await verifyPassword(password, await dummyHash)
  return false
}

/** Refuses what a guesser tries first: common ones, the address itself, runs, and the same few keys over and over. */
export function checkPasswordStrength(password: string, email: string): void {
  const plain = password.normalize('NFC').toLowerCase()
  if (
    COMMON_PASSWORDS.has(plain) ||
    plain === email.toLowerCase() ||
    new Set(plain).size < 4 ||
    isSequence(plain)
  )
    throw errors.weak_password()
}

/** Each key is one step from the one before: abcdefghij, 0987654321. */
function isSequence(plain: string): boolean {
  const keys = [...plain]
  return keys.every((key, index) => index === 0 || isStep(keys[index - 1]!, key))
}

/** On the keyboard 9 and 0 are neighbours too. */
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
