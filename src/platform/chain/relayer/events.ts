import type { Hex } from 'viem'
import { defineEvent } from '../../transaction/define-event.ts'
import type { ChainLog } from '../contract.ts'

/** The transaction is on chain and confirmed. Emitted once, in the database transaction that records it. */
export const transactionConfirmed = defineEvent<{
  reference: string
  kind: string
  transactionHash: Hex
  blockNumber: number
  logs: ChainLog[]
  at: string
}>('chain.transaction_confirmed')

/** The transaction failed and is not sent again unless `retryTransaction` enqueues it again. */
export const transactionFailed = defineEvent<{ reference: string; kind: string; reason: string; at: string }>(
  'chain.transaction_failed',
)
