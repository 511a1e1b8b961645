import { resealWallets } from '../../modules/wallet/custody/reseal-wallets.ts'
import { ConfigError, type Environment, readConfig } from '../../platform/config/config.ts'
import { withPlatform } from './with-platform.ts'

/** Seals all wallets with the key in force, and ends with 1 when one could not be opened. The service may run meanwhile. */
export async function runReseal(environment: Environment): Promise<void> {
  const config = readConfig(environment)
  if (!config.wallet.sealKeys.current)
    throw new ConfigError([
      'WALLET_SEAL_KEY must be set: it is what wallets are sealed with. Make one with: openssl rand -base64 48',
    ])
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  await withPlatform(config, async (platform) => {
    const {
      resealed,
      alreadyCurrent: unchanged,
      failed,
    } = await resealWallets(platform, {
      signal: stopping.signal,
      onProgress: (done) => console.log(`${done} wallets`),
    })
    for (const userId of failed) console.error(`✗ The key of ${userId} is opened by none of the keys given.`)
    console.log(`${resealed} were sealed anew, ${unchanged} were so already.`)
    if (stopping.signal.aborted) console.log('It was stopped: run it again to go on.')
    else if (failed.length === 0) console.log('✓ All wallets are under WALLET_SEAL_KEY.')
    if (stopping.signal.aborted || failed.length > 0) process.exitCode = 1
  })
}
