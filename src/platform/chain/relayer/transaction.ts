import type { Hex } from 'viem'

/** A pending chain transaction. */
export interface QueuedTransaction {
  id: string
  reference: string
  kind: string
  contract: string
  callData: Buffer
  proofTopic: Hex
  simulationAttempts: number
  /** The newest block when it first got a nonce; null if it never had one. */
  sentBlock: bigint | null
  /** Until this time any account may execute a published call; null if only the relayer's key can. */
  validUntil: Date | null
}

/** One signed version of a transaction. */
export interface Attempt {
  hash: Hex
  raw: Buffer
  maxFeeWei: bigint
  priorityFeeWei: bigint
  createdAt: Date
}

/** A transaction with a nonce and no known outcome. */
export interface SentTransaction extends QueuedTransaction {
  nonce: bigint
  gasLimit: bigint
  sentBlock: bigint
  /** Versions of its current nonce, the newest last. */
  attempts: Attempt[]
}

export type Outcome =
  | { confirmed: true; transaction: QueuedTransaction; receipt: Receipt }
  | { confirmed: false; transaction: QueuedTransaction; reason: string; receipt?: Receipt }

/** A node's receipt of a mined transaction. */
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
