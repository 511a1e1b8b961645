import type { Hex } from 'viem'
import type { ContractBook, RawLog } from '../contract.ts'

const ENTRY_POINT = 'EntryPoint'

/** The transaction that brings an operation succeeds even when the operation itself does not: its event says so. */
export function findUserOperationFault(book: ContractBook, logs: RawLog[]): string | undefined {
  const door = book.find(ENTRY_POINT)?.address.toLowerCase()
  const events = logs
    .filter(({ address }) => address.toLowerCase() === door)
    .map((log) => book.decodeLog(log))
  const failed = events.some(
    (event) => event?.eventName === 'UserOperationEvent' && event.args.success === false,
  )
  if (!failed) return undefined
  const revert = events.find((event) => event?.eventName === 'UserOperationRevertReason')
  return `UserOperationReverted: ${book.describeRevert(revert?.args.revertReason as Hex | undefined)}`
}
