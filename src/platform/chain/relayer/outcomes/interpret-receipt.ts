import type { Hex } from 'viem'
import type { RelayerDeps } from '../relayer-deps.ts'
import type { Outcome, QueuedTransaction, Receipt } from '../transaction.ts'

const ENTRY_POINT = 'EntryPoint'

/**
 * Interprets the receipt of a transaction that did not revert: its user operation may still have reverted.
 */
export function interpretReceipt(
  { contracts }: RelayerDeps,
  transaction: QueuedTransaction,
  receipt: Receipt,
): Outcome {
  const reason = findUserOperationError(contracts, transaction, receipt)
  return reason
    ? { confirmed: false, transaction, reason, receipt }
    : { confirmed: true, transaction, receipt }
}

/**
 * Returns why our user operation reverted, or undefined. A bundle transaction succeeds even when a user
 * operation in it reverts; the operation's event has the result. Any account may bundle our operation with
 * its own operations, and their results do not count for ours.
 */
function findUserOperationError(
  contracts: RelayerDeps['contracts'],
  { proofTopic }: QueuedTransaction,
  { logs }: Receipt,
): string | undefined {
  const entryPoint = contracts.find(ENTRY_POINT)?.address.toLowerCase()
  const events = logs
    .filter(({ address, topics }) => address.toLowerCase() === entryPoint && topics[1] === proofTopic)
    .map((log) => contracts.decodeLog(log))
  const failed = events.some(
    (event) => event?.eventName === 'UserOperationEvent' && event.args.success === false,
  )
  if (!failed) return undefined
  const revert = events.find((event) => event?.eventName === 'UserOperationRevertReason')
  return `UserOperationReverted: ${contracts.describeRevert(revert?.args.revertReason as Hex | undefined)}`
}
