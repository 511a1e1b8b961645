import type { Hex } from 'viem'
import type { ContractRegistry, RawLog } from '../../contract.ts'

const ENTRY_POINT = 'EntryPoint'

/**
 * The transaction that brings an operation succeeds even when the operation itself does not: its event says so. Anybody may
 * bring an operation of ours, together with some of their own, and what became of those is not what became of ours.
 */
export function findUserOperationError(
  contracts: ContractRegistry,
  logs: RawLog[],
  operation: Hex,
): string | undefined {
  const entryPoint = contracts.find(ENTRY_POINT)?.address.toLowerCase()
  const events = logs
    .filter(({ address, topics }) => address.toLowerCase() === entryPoint && topics[1] === operation)
    .map((log) => contracts.decodeLog(log))
  const failed = events.some(
    (event) => event?.eventName === 'UserOperationEvent' && event.args.success === false,
  )
  if (!failed) return undefined
  const revert = events.find((event) => event?.eventName === 'UserOperationRevertReason')
  return `UserOperationReverted: ${contracts.describeRevert(revert?.args.revertReason as Hex | undefined)}`
}
