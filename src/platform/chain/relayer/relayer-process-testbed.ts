import { privateKeyToAccount } from 'viem/accounts'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { Database } from '../../db/database.ts'
import { chainOver } from '../chain-testbed.ts'
import { createHttpRpc } from '../http-rpc.ts'
import { createRecordingWrite, FAST_SETTINGS } from './relayer-testbed.ts'
import { startRelayer } from './start-relayer.ts'

/**
 * Runs a relayer in its own process for tests that kill it. It exits when its input closes, which happens
 * when the parent exits.
 */
if (import.meta.main) {
  const {
    RELAYER_DATABASE_URL = '',
    RELAYER_RPC_URL = '',
    RELAYER_KEY = '',
    RELAYER_CONTRACTS = '',
  } = process.env
  const database = new Database({ url: RELAYER_DATABASE_URL, poolSize: 4 })
  const write = createRecordingWrite(database)
  startRelayer({
    database,
    lockDatabase: database,
    write,
    chain: chainOver(
      createHttpRpc(() => RELAYER_RPC_URL),
      JSON.parse(RELAYER_CONTRACTS),
    ),
    account: privateKeyToAccount(RELAYER_KEY as `0x${string}`),
    allowed: RELAYED,
    settings: { ...FAST_SETTINGS, inFlight: 8 },
  })
  process.stdout.write('ready\n')
  for await (const _ of process.stdin) break
  process.exit(0)
}
