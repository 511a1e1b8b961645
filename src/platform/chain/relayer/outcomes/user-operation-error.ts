import type { Hex } from 'viem'
import type { ContractRegistry, RawLog } from '../../contract.ts'

const ENTRY_POINT = 'EntryPoint'

/**
 * Returns why our user operation reverted, or undefined. A bundle transaction succeeds even when a user
 * operation in it reverts; the operation's event has the result. Any account may bundle our operation with
 * its own operations, and their results do not count for ours.
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
