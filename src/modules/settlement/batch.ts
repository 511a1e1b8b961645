import type { Address } from 'viem'
import type { Id, UserId } from '../../platform/ids.ts'

export const SETTLED_ASSETS = ['XP', 'GEM'] as const
export type SettledAsset = (typeof SETTLED_ASSETS)[number]
export type Direction = 'MINT' | 'BURN'
export type BatchId = Id<'SettlementBatch'>

/** A hundred new holders cost about a third of what one transaction may on any chain we know. */
const USERS_PER_BATCH = 100

/** What the chain writes for one XP or gem. */
export const TOKEN_UNIT = 10n ** 18n

export const SETTLEMENT_TRANSACTION_KIND = 'settlement.batch'

/** The name under which the contract refuses the same batch a second time. */
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

/** Whether the books and the chain differ, and nothing is under way that would change that. */
export function isDue(balance: bigint, position: Position | undefined, now: Date): boolean {
  if (!position) return balance > 0n
  if (position.isOpen || (position.retryAt && position.retryAt > now)) return false
  return balance !== position.settled
}

/** One user's share of a batch. */
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
 * What is owed becomes batches: more in the books is minted, less is burned. Whoever was in a batch that failed goes
 * alone from then on, so that one who cannot be settled holds up nobody else.
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
