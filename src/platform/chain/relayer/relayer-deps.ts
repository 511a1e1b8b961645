import type { Address, Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Write } from '../../transaction/write.ts'
import type { ContractRegistry } from '../contract.ts'
import type { Rpc } from '../rpc.ts'

export interface RelayerSettings {
  /** Confirmations that a transaction needs, its own block included. */
  confirmations: number
  /** Limit of transactions with a nonce and no outcome. */
  inFlight: number
  /** Gas that the key may use in one day (UTC), counted by the gas limits of its transactions. */
  dailyGasLimit: bigint
  /** The limit of the fee per gas; a transaction that needs more waits. */
  maxFeeWei: bigint
  /** The same bytes are sent again after this time without an outcome. */
  resendMs: number
  /** The fee of a transaction that is not mined may be bumped after this time. */
  stuckMs: number
  /** The longest sleep without work. New work wakes the relayer, unless the message is lost. */
  idleMs: number
}

/** The points at which tests can kill a relayer. */
export type Checkpoint = 'simulated' | 'stored' | 'broadcast' | 'found' | 'recorded'

/** The dependencies of every relayer step. */
export interface RelayerDeps {
  database: Database
  /** For the session that holds the relayer's lock, so that it takes no connection from requests. */
  lockDatabase: Database
  write: Write
  rpc: Rpc
  contracts: ContractRegistry
  chainId: number
  /** The hash of the first block, which identifies the chain more exactly than its id. */
  genesis: Hex
  account: LocalAccount
  sender: Address
  /** The functions that the key may call, by contract. */
  allowed: Readonly<Record<string, readonly string[]>>
  settings: RelayerSettings
  clock: Clock
  onCheckpoint: (checkpoint: Checkpoint) => void
}

const MAX_CONCURRENT = 16

/** Starts the work for the items in their order, at most `MAX_CONCURRENT` at a time. */
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
