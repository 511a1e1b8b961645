import { expect, test } from 'bun:test'
import { encodeErrorResult } from 'viem'
import { CourseCertificate } from '../../../../../contracts/artifacts/CourseCertificate.ts'
import { encodeCall, referenceHash } from '../../contract.ts'
import { RpcError, RpcUnavailableError } from '../../rpc.ts'
import { depsWithoutDatabase, hex, queuedMint, scriptedNode } from '../scripted-node-testbed.ts'
import { bytesOf } from '../transaction.ts'
import { type SimulationCache, simulate } from './simulate.ts'

const CEILING = 16_777_216n
const unavailable = new RpcUnavailableError('away')
const revert = (errorName: 'EnforcedPause' | 'ExpectedPause') =>
  new RpcError(3, 'execution reverted', encodeErrorResult({ abi: CourseCertificate.abi, errorName }))
const alone = (): SimulationCache => ({ hasOthersInFlight: false, known: new Map() })
const among = (): SimulationCache => ({ hasOthersInFlight: true, known: new Map() })
const estimating = (response: unknown) => depsWithoutDatabase(scriptedNode({ eth_estimateGas: response }))

test('the gas limit is the estimate plus a margin, and never above the chain’s maximum', async () => {
  const limitFor = (estimate: bigint) => simulate(estimating(hex(estimate)), queuedMint(1), alone())
  expect(await limitFor(400_000n)).toEqual({ verdict: 'goes', gasLimit: 510_000n })
  expect(await limitFor(CEILING - 1n)).toEqual({ verdict: 'goes', gasLimit: CEILING })
  expect(await limitFor(CEILING)).toEqual({ verdict: 'goes', gasLimit: CEILING })
  expect(await limitFor(CEILING + 1n)).toEqual({ verdict: 'refused', reason: 'TooMuchGas(16777217)' })
})

test('a call that is not allowed is rejected and an undeployed contract waits, without a request to the node', async () => {
  const rpc = scriptedNode({})
  const data = encodeCall(CourseCertificate, 'renounceRole', [
    referenceHash('MINTER'),
    `0x${'11'.repeat(20)}`,
  ])
  const renounce = queuedMint(1, { callData: bytesOf(data) })
  expect(await simulate(depsWithoutDatabase(rpc), renounce, alone())).toEqual({
    verdict: 'refused',
    reason: 'NotAllowed',
  })
  const elsewhere = queuedMint(1, { contract: 'XpToken' })
  expect((await simulate(depsWithoutDatabase(rpc), elsewhere, alone())).verdict).toBe('not-now')
  expect(rpc.requests).toEqual([])
})

test('a call that the contract rejects is rejected, but postponed three times while others are pending', async () => {
  const deps = estimating(revert('ExpectedPause'))
  const verdict = async (simulationAttempts: number, cache: SimulationCache) =>
    (await simulate(deps, queuedMint(1, { simulationAttempts }), cache)).verdict
  expect(await verdict(0, alone())).toBe('refused')
  expect([await verdict(0, among()), await verdict(2, among()), await verdict(3, among())]).toEqual([
    'not-now',
    'not-now',
    'refused',
  ])
})

test('a paused contract postpones the transaction without a limit', async () => {
  const paused = estimating(revert('EnforcedPause'))
  expect(await simulate(paused, queuedMint(1, { simulationAttempts: 99 }), alone())).toEqual({
    verdict: 'not-now',
    reason: 'EnforcedPause',
  })
})

test("a node's own error postpones the transaction, and an unavailable node is an error", async () => {
  const poor = estimating(new RpcError(-32_000, 'insufficient funds for gas'))
  expect(await simulate(poor, queuedMint(1, { simulationAttempts: 99 }), alone())).toEqual({
    verdict: 'not-now',
    reason: 'insufficient funds for gas',
  })
  await expect(simulate(estimating(unavailable), queuedMint(1), alone())).rejects.toBe(unavailable)
})

test('the second call of a shape runs with the gas of the first, and is estimated if that is too little', async () => {
  const responses = { eth_estimateGas: hex(400_000), eth_call: '0x' as unknown }
  const rpc = scriptedNode(responses)
  const cache = alone()
  const simulateOnce = (number: number) => simulate(depsWithoutDatabase(rpc), queuedMint(number), cache)
  await simulateOnce(1)
  expect(await simulateOnce(2)).toEqual({ verdict: 'goes', gasLimit: 510_000n })
  expect(rpc.requestsOf('eth_estimateGas')).toHaveLength(1)
  const [call, tag] = rpc.requestsOf('eth_call')[0]!
  expect([(call as { gas: string }).gas, tag]).toEqual([hex(510_000), 'latest'])

  responses.eth_call = revert('ExpectedPause')
  responses.eth_estimateGas = hex(800_000)
  expect(await simulateOnce(3)).toEqual({ verdict: 'goes', gasLimit: 1_010_000n })
  // The last estimate is used from now on.
  responses.eth_call = '0x'
  expect(await simulateOnce(4)).toEqual({ verdict: 'goes', gasLimit: 1_010_000n })
  responses.eth_call = unavailable
  await expect(simulateOnce(5)).rejects.toBe(unavailable)
})

test('calls that wait for the first of their shape continue when it is rejected', async () => {
  const estimates = [revert('ExpectedPause'), hex(400_000)]
  const rpc = scriptedNode({ eth_estimateGas: () => estimates.shift() })
  const cache = alone()
  const both = await Promise.all(
    [1, 2].map((number) => simulate(depsWithoutDatabase(rpc), queuedMint(number), cache)),
  )
  expect(both.map(({ verdict }) => verdict)).toEqual(['refused', 'goes'])
})
