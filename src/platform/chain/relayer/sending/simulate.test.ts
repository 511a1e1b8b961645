import { expect, test } from 'bun:test'
import { encodeErrorResult } from 'viem'
import { CourseCertificate } from '../../../../../contracts/artifacts/CourseCertificate.ts'
import { encodeCall, referenceHash } from '../../contract.ts'
import { RpcRefusal, RpcUnavailable } from '../../rpc.ts'
import { hex, nodeThat, partsOver, queuedMint } from '../scripted-node-testbed.ts'
import { bytesOf } from '../transaction.ts'
import { type Looking, simulate } from './simulate.ts'

const CEILING = 16_777_216n
const away = new RpcUnavailable('away')
const revert = (errorName: 'EnforcedPause' | 'ExpectedPause') =>
  new RpcRefusal(3, 'execution reverted', encodeErrorResult({ abi: CourseCertificate.abi, errorName }))
const alone = (): Looking => ({ hasOthersInFlight: false, known: new Map() })
const among = (): Looking => ({ hasOthersInFlight: true, known: new Map() })
const estimating = (answer: unknown) => partsOver(nodeThat({ eth_estimateGas: answer }))

test('what goes gets a quarter and some more than it is said to need, and never more than a chain takes', async () => {
  const limitFor = (estimate: bigint) => simulate(estimating(hex(estimate)), queuedMint(1), alone())
  expect(await limitFor(400_000n)).toEqual({ verdict: 'goes', gasLimit: 510_000n })
  expect(await limitFor(CEILING - 1n)).toEqual({ verdict: 'goes', gasLimit: CEILING })
  expect(await limitFor(CEILING)).toEqual({ verdict: 'goes', gasLimit: CEILING })
  expect(await limitFor(CEILING + 1n)).toEqual({ verdict: 'refused', reason: 'TooMuchGas(16777217)' })
})

test('what the key may not call is refused, and what is not deployed waits; the node is not asked', async () => {
  const rpc = nodeThat({})
  const data = encodeCall(CourseCertificate, 'renounceRole', [
    referenceHash('MINTER'),
    `0x${'11'.repeat(20)}`,
  ])
  const renounce = queuedMint(1, { callData: bytesOf(data) })
  expect(await simulate(partsOver(rpc), renounce, alone())).toEqual({
    verdict: 'refused',
    reason: 'NotAllowed',
  })
  const elsewhere = queuedMint(1, { contract: 'XpToken' })
  expect((await simulate(partsOver(rpc), elsewhere, alone())).verdict).toBe('not-now')
  expect(rpc.asked).toEqual([])
})

test('what the contract refuses is refused, but for the first three times while others are under way', async () => {
  const parts = estimating(revert('ExpectedPause'))
  const verdict = async (tries: number, looking: Looking) =>
    (await simulate(parts, queuedMint(1, { tries }), looking)).verdict
  expect(await verdict(0, alone())).toBe('refused')
  expect([await verdict(0, among()), await verdict(2, among()), await verdict(3, among())]).toEqual([
    'not-now',
    'not-now',
    'refused',
  ])
})

test('a pause is waited for, however often', async () => {
  const paused = estimating(revert('EnforcedPause'))
  expect(await simulate(paused, queuedMint(1, { tries: 99 }), alone())).toEqual({
    verdict: 'not-now',
    reason: 'EnforcedPause',
  })
})

test('a node that refuses for a reason of its own is asked again later, and one that is away is a fault', async () => {
  const poor = estimating(new RpcRefusal(-32_000, 'insufficient funds for gas'))
  expect(await simulate(poor, queuedMint(1, { tries: 99 }), alone())).toEqual({
    verdict: 'not-now',
    reason: 'insufficient funds for gas',
  })
  await expect(simulate(estimating(away), queuedMint(1), alone())).rejects.toBe(away)
})

test('of one shape the second is tried with what the first needs, and asked about when that is too little', async () => {
  const answers = { eth_estimateGas: hex(400_000), eth_call: '0x' as unknown }
  const rpc = nodeThat(answers)
  const looking = alone()
  const look = (number: number) => simulate(partsOver(rpc), queuedMint(number), looking)
  await look(1)
  expect(await look(2)).toEqual({ verdict: 'goes', gasLimit: 510_000n })
  expect(rpc.askedFor('eth_estimateGas')).toHaveLength(1)
  const [call, tag] = rpc.askedFor('eth_call')[0]!
  expect([(call as { gas: string }).gas, tag]).toEqual([hex(510_000), 'latest'])

  answers.eth_call = revert('ExpectedPause')
  answers.eth_estimateGas = hex(800_000)
  expect(await look(3)).toEqual({ verdict: 'goes', gasLimit: 1_010_000n })
  // What the last one needs is tried from now on.
  answers.eth_call = '0x'
  expect(await look(4)).toEqual({ verdict: 'goes', gasLimit: 1_010_000n })
  answers.eth_call = away
  await expect(look(5)).rejects.toBe(away)
})

test('of one shape those that wait for the first go on without it when it is refused', async () => {
  const estimates = [revert('ExpectedPause'), hex(400_000)]
  const rpc = nodeThat({ eth_estimateGas: () => estimates.shift() })
  const looking = alone()
  const both = await Promise.all(
    [1, 2].map((number) => simulate(partsOver(rpc), queuedMint(number), looking)),
  )
  expect(both.map(({ verdict }) => verdict)).toEqual(['refused', 'goes'])
})
