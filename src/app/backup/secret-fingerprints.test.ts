import { expect, test } from 'bun:test'
import { readConfig } from '../../platform/config/config.ts'
import { canUnsealWallets, fingerprintSecrets } from './secret-fingerprints.ts'

const [ONE, OTHER] = ['one-key-for-wallets-of-32-characters!', 'another-key-for-wallets-of-32-chars!!']
const configWith = (keys: Record<string, string>) => readConfig({ LYCEUM_ENV: 'test', ...keys })

test('a backup knows whether the key that its wallets were sealed with is there', () => {
  const marks = fingerprintSecrets(configWith({ WALLET_SEAL_KEY: ONE }))
  const opens = (keys: Record<string, string>) => canUnsealWallets(marks, configWith(keys))
  expect(opens({ WALLET_SEAL_KEY: ONE })).toBe(true)
  expect(opens({ WALLET_SEAL_KEY: OTHER, WALLET_SEAL_KEY_PREVIOUS: ONE })).toBe(true)
  expect([opens({}), opens({ WALLET_SEAL_KEY: OTHER })]).toEqual([false, false])
  // Without one of their own, SECRET_KEY has sealed them, and is looked at by itself.
  expect(canUnsealWallets(fingerprintSecrets(configWith({})), configWith({ WALLET_SEAL_KEY: ONE }))).toBe(
    true,
  )
})
