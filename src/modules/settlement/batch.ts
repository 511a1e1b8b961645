import type { Address } from 'viem'
import type { Id, UserId } from '../../platform/ids.ts'

export const SETTLED_ASSETS = ['XP', 'GEM'] as const
export type SettledAsset = (typeof SETTLED_ASSETS)[number]
export type Direction = 'MINT' | 'BURN'
export type BatchId = Id<'SettlementBatch'>

/** A mint for 100 new holders needs about a third of the gas limit of a transaction. */
const USERS_PER_BATCH = 100

/** The token amount of one XP or gem: 18 decimals. */
export const TOKEN_UNIT = 10n ** 18n

export const SETTLEMENT_TRANSACTION_KIND = 'settlement.batch'

/** The reference by which the contract rejects a second execution of the same batch. */
export function batchReference(batchId: BatchId): string {
  return `settlement:${batchId}`
}

export function parseBatchReference(reference: string): BatchId {
  return reference.slice('settlement:'.length) as BatchId
}

export interface Position {
  userId: UserId
  settled: bigint
  isOpen: boolean
  failures: number
  retryAt: Date | null
}

/** Whether ledger and chain differ and no open batch or retry delay applies. */
export function isDue(balance: bigint, position: Position | undefined, now: Date): boolean {
  if (!position) return balance > 0n
  if (position.isOpen || (position.retryAt && position.retryAt > now)) return false
  return balance !== position.settled
}

/** One user's part of a batch. */
export interface Line {
  userId: UserId
  address: Address
  amount: bigint
  balance: bigint
  lastTransferId: string
}

export interface PlannedBatch {
  direction: Direction
  lines: Line[]
}

/**
 * Plans mint and burn batches. A user whose last batch failed gets a separate batch, so that one user who cannot be
 * settled does not block others.
 */
export function planBatches(
  due: (Line & { isIsolated: boolean; direction: Direction })[],
  usersPerBatch = USERS_PER_BATCH,
): PlannedBatch[] {
  const batches: PlannedBatch[] = []
  for (const direction of ['BURN', 'MINT'] as const) {
    const shared: Line[] = []
    for (const { isIsolated, direction: lineDirection, ...line } of due) {
      if (lineDirection !== direction) continue
      if (isIsolated) batches.push({ direction, lines: [line] })
      else shared.push(line)
    }
    for (let start = 0; start < shared.length; start += usersPerBatch)
      batches.push({ direction, lines: shared.slice(start, start + usersPerBatch) })
  }
  return batches
}
