import type { Hex } from 'viem'
import type { ContractBook, RawLog } from '../contract.ts'

const ENTRY_POINT = 'EntryPoint'

/**
 * The transaction that brings an operation succeeds even when the operation itself does not: its event says so. Anybody may
 * bring an operation of ours, together with some of their own, and what became of those is not what became of ours.
 */
export function findUserOperationFault(
  book: ContractBook,
  logs: RawLog[],
  operation: Hex,
): string | undefined {
  const door = book.find(ENTRY_POINT)?.address.toLowerCase()
  const events = logs
    .filter(({ address, topics }) => address.toLowerCase() === door && topics[1] === operation)
    .map((log) => book.decodeLog(log))
  const failed = events.some(
    (event) => event?.eventName === 'UserOperationEvent' && event.args.success === false,
  )
  if (!failed) return undefined
  const revert = events.find((event) => event?.eventName === 'UserOperationRevertReason')
  return `UserOperationReverted: ${book.describeRevert(revert?.args.revertReason as Hex | undefined)}`
}
