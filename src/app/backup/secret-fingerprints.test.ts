import { expect, test } from 'bun:test'
import { readConfig } from '../../platform/config/config.ts'
import { canUnsealWallets, fingerprintSecrets } from './secret-fingerprints.ts'

const [ONE, OTHER] = ['one-key-for-wallets-of-32-characters!', 'another-key-for-wallets-of-32-chars!!']
const configWith = (keys: Record<string, string>) => readConfig({ LYCEUM_ENV: 'test', ...keys })

test('canUnsealWallets compares the fingerprint of the wallet key with the configured keys', () => {
  const marks = fingerprintSecrets(configWith({ WALLET_SEAL_KEY: ONE }))
  const opens = (keys: Record<string, string>) => canUnsealWallets(marks, configWith(keys))
  expect(opens({ WALLET_SEAL_KEY: ONE })).toBe(true)
  expect(opens({ WALLET_SEAL_KEY: OTHER, WALLET_SEAL_KEY_PREVIOUS: ONE })).toBe(true)
  expect([opens({}), opens({ WALLET_SEAL_KEY: OTHER })]).toEqual([false, false])
  // SECRET_KEY sealed the wallets; its fingerprint is checked separately.
  expect(canUnsealWallets(fingerprintSecrets(configWith({})), configWith({ WALLET_SEAL_KEY: ONE }))).toBe(
    true,
  )
})
