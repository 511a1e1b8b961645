import { findUserOperationFault } from '../../accounts/user-operation-fault.ts'
import type { RelayerParts } from '../parts.ts'
import type { Outcome, QueuedTransaction, Receipt } from '../transaction.ts'

/** What a receipt of a transaction that was not reverted means: it may still have brought an operation that was. */
export function judgeReceipt(
  { book }: RelayerParts,
  transaction: QueuedTransaction,
  receipt: Receipt,
): Outcome {
  const fault = findUserOperationFault(book, receipt.logs, transaction.proof)
  return fault
    ? { confirmed: false, transaction, reason: fault, receipt }
    : { confirmed: true, transaction, receipt }
}
