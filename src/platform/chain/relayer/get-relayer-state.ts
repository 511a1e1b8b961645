import type { Hex } from 'viem'
import { SECOND_MS } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import type { Chain } from '../chain.ts'

export interface RelayerState {
  address: string
  nextNonce: bigint
  /** Counted by gas limits, today (UTC). */
  gasUsedToday: bigint
}

export interface QueueState {
  /** Counted up to 10,000. */
  queued: number
  sent: number
  oldestQueuedAt: Date | null
}

/** Below this balance a person should act; the alert of ops/prometheus/alerts.yaml has the same value. */
export const LOW_BALANCE_ETHER = 0.05

const COUNT_LIMIT = 10_000
const NODE_TIMEOUT_MS = 2 * SECOND_MS
const WEI = 1e18

/** The key that sent last. Undefined if none ever sent a transaction. */
export async function findRelayer(db: Db, now: Date): Promise<RelayerState | undefined> {
  const [row] = await db<RelayerState>`
    select address, next_nonce as "nextNonce",
      case when gas_day = (${now}::timestamptz at time zone 'UTC')::date then gas_used_today else 0 end as "gasUsedToday"
    from chain_sender order by gas_day desc, next_nonce desc limit 1`
  return row
}

/** How many transactions wait for a nonce, and how many for their outcome. */
export async function getQueueState(db: Db): Promise<QueueState> {
  const [row] = await db<QueueState>`
    select
      (select count(*)::integer from (
        select from chain_transaction where status = 'queued' limit ${COUNT_LIMIT}
      ) waiting) as queued,
      (select count(*)::integer from (
        select from chain_transaction where status = 'sent' limit ${COUNT_LIMIT}
      ) pending) as sent,
      (select created_at from chain_transaction where status = 'queued' order by id limit 1) as "oldestQueuedAt"`
  return row!
}

/** The balance of an address for gas. Null if the chain is off or its node does not respond soon. */
export async function readEtherBalance({ rpc }: Pick<Chain, 'rpc'>, address: string): Promise<number | null> {
  const reading = rpc.request<Hex>('eth_getBalance', [address, 'latest']).then(
    (wei) => Number(BigInt(wei)) / WEI,
    () => null,
  )
  return Promise.race([reading, Bun.sleep(NODE_TIMEOUT_MS).then(() => null)])
}
