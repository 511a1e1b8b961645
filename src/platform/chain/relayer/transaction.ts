import type { Hex } from 'viem'

/** A transaction that is owed to the chain. */
export interface QueuedTransaction {
  id: string
  reference: string
  kind: string
  contract: string
  callData: Buffer
  proof: Hex
  tries: number
  /** Set when it had a nonce before, which somebody else's transaction has used. */
  sentBlock: bigint | null
}

/** One version of a transaction, as it was signed. */
export interface Attempt {
  hash: Hex
  raw: Buffer
  maxFeeWei: bigint
  priorityFeeWei: bigint
  createdAt: Date
}

/** A transaction that has a nonce, until it is known what became of it. */
export interface SentTransaction extends QueuedTransaction {
  nonce: bigint
  gasLimit: bigint
  sentBlock: bigint
  /** Of its present nonce, the newest last. */
  attempts: Attempt[]
}

export type Outcome =
  | { confirmed: true; transaction: QueuedTransaction; receipt: Receipt }
  | { confirmed: false; transaction: QueuedTransaction; reason: string; receipt?: Receipt }

/** What a node says about a mined transaction. */
export interface Receipt {
  transactionHash: Hex
  blockNumber: Hex
  blockHash: Hex
  status: Hex
  gasUsed: Hex
  logs: import('../contract.ts').RawLog[]
}

export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

export function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
