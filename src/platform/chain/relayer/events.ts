import type { Hex } from 'viem'
import { defineEvent } from '../../transaction/define-event.ts'
import type { ChainLog } from '../contract.ts'

/** It is on chain and confirmed. Told once, in the transaction that records it. */
export const transactionConfirmed = defineEvent<{
  reference: string
  kind: string
  transactionHash: Hex
  blockNumber: number
  logs: ChainLog[]
}>('chain.transaction_confirmed')

/** It will not be on chain, unless somebody retries it. */
export const transactionFailed = defineEvent<{ reference: string; kind: string; reason: string }>(
  'chain.transaction_failed',
)
