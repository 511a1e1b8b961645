import type { LocalAccount } from 'viem/accounts'
import { RELAYED } from '../../../contracts/contracts.ts'
import { type StartedRelayer, startRelayer } from '../../platform/chain/relayer/start-relayer.ts'
import { Database } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'

/** Starts the relayer. One process at a time holds its lock and sends transactions. */
export function startConfiguredRelayer(
  platform: Platform,
  databaseUrl: string,
  account: LocalAccount,
): StartedRelayer {
  const { chain, database } = platform.config
  const lockDatabase = new Database({
    url: databaseUrl,
    tlsCa: database.tlsCa,
    poolSize: 1,
    applicationName: 'lyceum-relayer',
  })
  const relayer = startRelayer({
    database: platform.database,
    lockDatabase,
    write: platform.write,
    chain: platform.chain,
    account,
    allowed: RELAYED,
    settings: {
      confirmations: chain.confirmations,
      inFlight: 128,
      dailyGasLimit: chain.dailyGasLimit,
      maxFeeWei: chain.maxFeeWei,
      resendMs: 15_000,
      stuckMs: 60_000,
      idleMs: 15_000,
    },
  })
  return {
    wake: () => relayer.wake(),
    stop: async () => {
      await relayer.stop()
      await lockDatabase.close()
    },
  }
}
