import { privateKeyToAccount } from 'viem/accounts'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { Database } from '../../db/database.ts'
import { chainOver } from '../chain-testbed.ts'
import { createHttpRpc } from '../http-rpc.ts'
import { createRecordingWrite, FAST_SETTINGS } from './relayer-testbed.ts'
import { startRelayer } from './start-relayer.ts'

/**
 * A relayer in a process of its own, for tests that kill it. It ends with the process that started it, whose end
 * closes its input.
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
