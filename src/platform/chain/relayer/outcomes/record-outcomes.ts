import { now } from '../../../clock.ts'
import { describeFault } from '../../../describe-fault.ts'
import { log } from '../../../log.ts'
import type { Tx } from '../../../tx.ts'
import type { ChainLog } from '../../contract.ts'
import { transactionConfirmed, transactionFailed } from '../events.ts'
import type { RelayerParts } from '../parts.ts'
import { updateSettled } from '../queries.ts'
import type { Outcome } from '../transaction.ts'

const OUTCOMES_A_COMMIT = 20

/**
 * Writes what became of transactions and tells it, each in one transaction with all that it leads to. One whose consequences
 * fail keeps no other from being recorded; it is found again in the next round, and its fault is told when all are done.
 */
export async function recordOutcomes(parts: RelayerParts, outcomes: Outcome[]): Promise<void> {
  const faults: unknown[] = []
  for (let start = 0; start < outcomes.length; start += OUTCOMES_A_COMMIT) {
    const some = outcomes.slice(start, start + OUTCOMES_A_COMMIT)
    try {
      await parts.write(async (tx) => {
        for (const outcome of some) await recordOutcome(parts, tx, outcome)
      })
    } catch (fault) {
      faults.push(...(some.length === 1 ? [fault] : await recordOneByOne(parts, some)))
    }
  }
  if (faults.length > 0) throw faults[0]
  parts.onStep('recorded')
}

async function recordOneByOne(parts: RelayerParts, outcomes: Outcome[]): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const outcome of outcomes) {
    try {
      await parts.write((tx) => recordOutcome(parts, tx, outcome))
    } catch (fault) {
      log.error(
        { reference: outcome.transaction.reference, fault: describeFault(fault) },
        'chain: the outcome of a transaction could not be recorded',
      )
      faults.push(fault)
    }
  }
  return faults
}

async function recordOutcome({ book }: RelayerParts, tx: Tx, outcome: Outcome): Promise<void> {
  const { transaction, receipt } = outcome
  const { id, reference, kind } = transaction
  const isFirst = await updateSettled(tx, {
    id,
    status: outcome.confirmed ? 'confirmed' : 'failed',
    transactionHash: receipt?.transactionHash ?? null,
    blockNumber: receipt ? BigInt(receipt.blockNumber) : null,
    blockHash: receipt?.blockHash ?? null,
    gasUsed: receipt ? BigInt(receipt.gasUsed) : null,
    reason: outcome.confirmed ? null : outcome.reason,
    now: now(),
  })
  if (!isFirst) return
  if (!outcome.confirmed) {
    tx.emit(transactionFailed({ reference, kind, reason: outcome.reason }))
    return
  }
  const { transactionHash, blockNumber, logs } = outcome.receipt
  let decoded: ChainLog[] | undefined
  tx.emit(
    transactionConfirmed({
      reference,
      kind,
      transactionHash,
      blockNumber: Number(blockNumber),
      // Decoded when somebody looks: a batch for a hundred users has a hundred of them, and most who hear of it do not.
      get logs() {
        decoded ??= logs.map((entry) => book.decodeLog(entry)).filter((entry) => entry !== undefined)
        return decoded
      },
    }),
  )
}
