import type { Address, Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Database } from '../../db/database.ts'
import type { Write } from '../../transaction/write.ts'
import type { ContractRegistry } from '../contract.ts'
import type { Rpc } from '../rpc.ts'

export interface RelayerSettings {
  /** Blocks on top of a transaction's, itself included, until it counts. */
  confirmations: number
  /** Transactions that have a nonce and no outcome. */
  inFlight: number
  /** Gas that the key may use on one day (UTC). */
  dailyGasLimit: bigint
  /** No fee above this is offered; a transaction that needs more waits. */
  maxFeeWei: bigint
  /** The same bytes are sent again after so long without a receipt. */
  resendMs: number
  /** A higher fee is offered after so long without a receipt. */
  stuckMs: number
  idleMs: number
}

/** The moments at which a relayer may die, for tests that make it. */
export type Checkpoint = 'simulated' | 'stored' | 'broadcast' | 'found' | 'recorded'

/** What every step of the relayer needs. */
export interface RelayerDeps {
  database: Database
  /** For the session that holds the lock as long as the relayer runs: it must not take a connection from requests. */
  lockDatabase: Database
  write: Write
  rpc: Rpc
  contracts: ContractRegistry
  chainId: number
  /** The hash of the first block: which chain this is, beyond its number. */
  genesis: Hex
  account: LocalAccount
  sender: Address
  /** By contract, the functions that the key may be used for. */
  allowed: Readonly<Record<string, readonly string[]>>
  settings: RelayerSettings
  onCheckpoint: (checkpoint: Checkpoint) => void
}

const MAX_CONCURRENT = 16

/** Does something for each, a few at a time, in their order. */
export async function forEachConcurrently<Item>(
  items: Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values()
  const worker = async () => {
    for (const item of remaining) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, items.length) }, worker))
}
