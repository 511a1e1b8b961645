import { log } from '../../platform/log.ts'

export interface Argon2Cost {
  /** In KiB. */
  memoryCost: number
  /** The number of passes. */
  timeCost: number
}

/** The value of `Algorithm.Argon2id`, which the package declares as a `const enum`. */
const ARGON2ID = 2

/** Far above the cost of any stored hash. A damaged hash could otherwise ask for terabytes of memory. */
const MAX_COST: Argon2Cost = { memoryCost: 1_048_576, timeCost: 16 }

/** Loaded with this file: a program without the package does not start, instead of failing at the first sign-in. */
const argon2 = loadArgon2()

function loadArgon2(): typeof import('@node-rs/argon2') {
  try {
    return require('@node-rs/argon2')
  } catch (cause) {
    throw new Error(
      `Passwords cannot be hashed, because the package @node-rs/argon2 or its native library for ${process.platform}-${process.arch} is missing. Install the packages with bun install; the folder of the compiled program must have node_modules/@node-rs.`,
      { cause },
    )
  }
}

/** Returns a PHC string with a new salt. The work is done in the thread pool. */
export function hashArgon2id(text: string, cost: Argon2Cost): Promise<string> {
  return argon2.hash(text, { algorithm: ARGON2ID, parallelism: 1, ...cost })
}

/** The cost is that of the hash. Returns false for a hash that is damaged. */
export async function verifyArgon2(text: string, hash: string): Promise<boolean> {
  if (isReadable(hash)) return argon2.verify(hash, text)
  log.warn('accounts: the stored hash of a password or PIN is damaged; its user must set a new one')
  return false
}

function isReadable(hash: string): boolean {
  try {
    const { memoryCost, timeCost } = argon2.parseOptions(hash)
    return memoryCost <= MAX_COST.memoryCost && timeCost <= MAX_COST.timeCost
  } catch {
    return false
  }
}
