import type { RelayerDeps } from '../relayer-deps.ts'
import type { Outcome, QueuedTransaction, Receipt } from '../transaction.ts'
import { findUserOperationError } from './user-operation-error.ts'

/**
 * Interprets the receipt of a transaction that did not revert: its user operation may still have reverted.
 */
export function interpretReceipt(
  { contracts }: RelayerDeps,
  transaction: QueuedTransaction,
  receipt: Receipt,
): Outcome {
  const error = findUserOperationError(contracts, receipt.logs, transaction.proofTopic)
  return error
    ? { confirmed: false, transaction, reason: error, receipt }
    : { confirmed: true, transaction, receipt }
}
