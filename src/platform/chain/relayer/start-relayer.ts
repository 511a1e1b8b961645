import type { Hex } from 'viem'
import { now } from '../../clock.ts'
import { log } from '../../log.ts'
import { gauge } from '../../metrics.ts'
import { OutageLog } from '../../outage-log.ts'
import type { Chain } from '../chain.ts'
import { RpcUnavailableError } from '../rpc.ts'
import { listOtherChains } from './queries.ts'
import { Relayer } from './relayer.ts'
import { RelayerBalance } from './relayer-balance.ts'
import type { RelayerDeps } from './relayer-deps.ts'

type StartOptions = { chain: Chain } & Pick<
  RelayerDeps,
  'database' | 'lockDatabase' | 'write' | 'account' | 'allowed' | 'settings'
>

const PAUSE_MS = 2_000

export interface StartedRelayer {
  /** Another process has enqueued a transaction. */
  wake(): void
  stop(): Promise<void>
}

/** Runs the relayer as soon as the chain responds, however late that is. */
export function startRelayer(options: StartOptions): StartedRelayer {
  const stopping = Promise.withResolvers<void>()
  let isStopped = false
  let relayer: Relayer | undefined
  const balance = new RelayerBalance(options.chain.rpc, options.account.address)
  gauge('lyceum_relayer_balance_ether', 'Balance of the relayer key for gas', () => balance.read())

  const outage = new OutageLog('relayer')
  const starting = (async () => {
    while (!isStopped) {
      const found = await createRelayer(options).catch((error) => {
        outage.failed(error instanceof RpcUnavailableError ? error.message : error, 'chain unavailable')
        return undefined
      })
      if (found) {
        outage.succeeded()
        if (isStopped) return
        relayer = found
        relayer.start()
        return
      }
      await Promise.race([Bun.sleep(PAUSE_MS), stopping.promise])
    }
  })()
  return {
    wake: () => relayer?.wake(),
    stop: async () => {
      isStopped = true
      stopping.resolve()
      await starting
      await relayer?.stop()
    },
  }
}

/**
 * Undefined if this database has sent to another chain: its pending transactions do not belong to this one.
 */
async function createRelayer({ chain, account, ...deps }: StartOptions): Promise<Relayer | undefined> {
  const genesis = (await chain.rpc.request<{ hash: Hex }>('eth_getBlockByNumber', ['0x0', false])).hash
  const others = await listOtherChains(deps.database.query, genesis)
  if (others.length > 0) {
    log.error({ chain: genesis, others }, 'relayer: the database belongs to another chain; nothing is sent')
    return undefined
  }
  return new Relayer({
    ...deps,
    rpc: chain.rpc,
    contracts: chain.contractRegistry,
    chainId: chain.chainId,
    genesis,
    account,
    sender: account.address,
    clock: now,
    onCheckpoint: () => {},
  })
}
