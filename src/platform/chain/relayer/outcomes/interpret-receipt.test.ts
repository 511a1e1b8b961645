import { expect, test } from 'bun:test'
import { encodeAbiParameters, encodeEventTopics, zeroAddress } from 'viem'
import { ENTRY_POINT_ADDRESS, EntryPoint } from '../../../../../contracts/entry-point.ts'
import { ContractRegistry, type RawLog } from '../../contract.ts'
import { depsWithoutDatabase, hashOf, queuedMint, receiptIn, scriptedNode } from '../scripted-node-testbed.ts'
import { interpretReceipt } from './interpret-receipt.ts'

const deps = {
  ...depsWithoutDatabase(scriptedNode({})),
  contracts: new ContractRegistry([EntryPoint], { EntryPoint: ENTRY_POINT_ADDRESS }),
}

/** The entry point's event about an operation. */
function operationLog(success: boolean, userOpHash = hashOf(1)): RawLog {
  const topics = encodeEventTopics({
    abi: EntryPoint.abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash, sender: zeroAddress, paymaster: zeroAddress },
  })
  const data = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, success, 1n, 1n],
  )
  const deployed = {
    logIndex: '0x0',
    transactionHash: hashOf(7),
    blockNumber: '0x1',
    blockHash: hashOf(1),
  } as const
  return { address: ENTRY_POINT_ADDRESS, topics: topics as RawLog['topics'], data, ...deployed }
}

const judge = (logs: RawLog[]) =>
  interpretReceipt(deps, { ...queuedMint(1), proofTopic: hashOf(1) }, receiptIn(1, { logs }))

test('a successful transaction is confirmed unless its user operation reverted', () => {
  expect(judge([])).toMatchObject({ confirmed: true })
  expect(judge([operationLog(true)])).toMatchObject({ confirmed: true })
  expect(judge([operationLog(true), operationLog(false)])).toMatchObject({
    confirmed: false,
    reason: 'UserOperationReverted: Reverted',
  })
})

test('an operation in a bundle with others is judged by its own event', () => {
  const [other, ours] = [operationLog(false, hashOf(2)), operationLog(true)]
  expect(judge([other, ours])).toMatchObject({ confirmed: true })
  expect(judge([operationLog(true, hashOf(2)), operationLog(false)])).toMatchObject({ confirmed: false })
})
