import { resealWallets } from '../../modules/wallet/custody/reseal-wallets.ts'
import { ConfigError, type Environment, readConfig } from '../../platform/config/config.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { withPlatform } from './with-platform.ts'

/** Reseals all wallets with WALLET_SEAL_KEY. The exit code is 5 if a wallet cannot be unsealed. The service may run. */
export async function runReseal(environment: Environment): Promise<void> {
  const config = readConfig(environment)
  if (!config.wallet.sealKeys.current)
    throw new ConfigError([
      'WALLET_SEAL_KEY must be set: it seals the wallets. Create one with: openssl rand -base64 48',
    ])
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  await withPlatform(config, async (platform) => {
    const { resealed, alreadyCurrent, failed } = await resealWallets(platform, {
      signal: stopping.signal,
      onProgress: (done) => console.log(`${done} wallets`),
    })
    for (const userId of failed)
      console.error(`✗ The wallet key of ${userId} cannot be unsealed with the configured keys.`)
    console.log(`${resealed} wallets were resealed, ${alreadyCurrent} were already current.`)
    if (stopping.signal.aborted) console.log('Stopped. Run the command again to continue.')
    else if (failed.length === 0) console.log('✓ All wallets are sealed with WALLET_SEAL_KEY.')
    if (stopping.signal.aborted || failed.length > 0) process.exitCode = EXIT_CODES.faults
  })
}
