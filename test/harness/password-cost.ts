import { afterAll } from 'bun:test'

const argon2 = require('@node-rs/argon2') as typeof import('@node-rs/argon2')

type Hash = typeof argon2.hash

/** The runner loads this file for each test file, but the process and the native library stay the same. */
const ORIGINAL = Symbol.for('lyceum.test.password-hash')
const original = (argon2.hash as Hash & { [ORIGINAL]?: Hash })[ORIGINAL] ?? argon2.hash

/**
 * A hash is meant to be expensive, and the tests make thousands of accounts. Services in their own processes
 * keep the full cost.
 */
export function hashPasswordsCheaply(): void {
  const cheap: Hash = (password, options) => original(password, { ...options, memoryCost: 8, timeCost: 1 })
  argon2.hash = Object.assign(cheap, { [ORIGINAL]: original })
}

/** For tests of the cost itself; call it at the top of the file. The next files of the runner hash cheaply again. */
export function hashPasswordsAtFullCost(): void {
  argon2.hash = original
  afterAll(hashPasswordsCheaply)
}
