type Hash = typeof Bun.password.hash

/** The runner loads this file for each test file, but the process stays the same. */
const ORIGINAL = Symbol.for('lyceum.test.password-hash')
const kept = globalThis as unknown as Record<symbol, Hash | undefined>
kept[ORIGINAL] ??= Bun.password.hash
const original = kept[ORIGINAL]

/**
 * A hash is meant to be expensive, and the tests make thousands of accounts. Services in their own processes
 * keep the full cost.
 */
export function hashPasswordsCheaply(): void {
  Bun.password.hash = (password) =>
    original.call(Bun.password, password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
}

/** For tests of the cost itself; call it at the top of the file. */
export function hashPasswordsAtFullCost(): void {
  Bun.password.hash = original
}
