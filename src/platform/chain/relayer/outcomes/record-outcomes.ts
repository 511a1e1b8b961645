import { describeError } from '../../../describe-error.ts'
import { log } from '../../../log.ts'
import type { Tx } from '../../../transaction/tx.ts'
import type { ChainLog } from '../../contract.ts'
import { transactionConfirmed, transactionFailed } from '../events.ts'
import { updateSettled } from '../queries.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import type { Outcome } from '../transaction.ts'

const BATCH_SIZE = 20

/**
 * Records the outcomes and emits their events, in one transaction for each batch. If a batch fails, each of
 * its outcomes gets its own transaction, so an outcome whose handler fails does not block the others; the
 * next round finds it again. The first error is thrown after all outcomes are processed.
 */
export async function recordOutcomes(deps: RelayerDeps, outcomes: Outcome[]): Promise<void> {
  const errors: unknown[] = []
  for (let start = 0; start < outcomes.length; start += BATCH_SIZE) {
    const batch = outcomes.slice(start, start + BATCH_SIZE)
    try {
      await deps.write(async (tx) => {
        for (const outcome of batch) await recordOutcome(deps, tx, outcome)
      })
    } catch (error) {
      errors.push(...(batch.length === 1 ? [error] : await recordOneByOne(deps, batch)))
    }
  }
  if (errors.length > 0) throw errors[0]
  deps.onCheckpoint('recorded')
}

async function recordOneByOne(deps: RelayerDeps, outcomes: Outcome[]): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const outcome of outcomes) {
    try {
      await deps.write((tx) => recordOutcome(deps, tx, outcome))
    } catch (error) {
      log.error(
        { reference: outcome.transaction.reference, error: describeError(error) },
        'chain: recording a transaction outcome failed',
      )
      errors.push(error)
    }
  }
  return errors
}

async function recordOutcome({ contracts, clock }: RelayerDeps, tx: Tx, outcome: Outcome): Promise<void> {
  const now = clock()
  const at = now.toISOString()
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
    now,
  })
  if (!isFirst) return
  if (!outcome.confirmed) {
    tx.emit(transactionFailed({ reference, kind, reason: outcome.reason, at }))
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
      at,
      // Decoded on first access: a batch for a hundred users has a hundred logs, and most handlers do not
      // read them.
      get logs() {
        decoded ??= logs.map((entry) => contracts.decodeLog(entry)).filter((entry) => entry !== undefined)
        return decoded
      },
    }),
  )
}
