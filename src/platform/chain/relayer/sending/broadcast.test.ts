import { afterEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../../../clock.ts'
import { RpcError, RpcUnavailableError } from '../../rpc.ts'
import { forEachConcurrently } from '../relayer-deps.ts'
import { depsWithoutDatabase, scriptedNode, sentMint } from '../scripted-node-testbed.ts'
import { broadcast, type SendTimes } from './broadcast.ts'

afterEach(useSystemClock)

const raws = (rpc: ReturnType<typeof scriptedNode>) =>
  rpc.requestsOf('eth_sendRawTransaction').map(([raw]) => raw)

test('the newest version is sent, and sent again only after the resend interval without a receipt', async () => {
  let now = 1_000_000
  useClock(() => now)
  const rpc = scriptedNode({ eth_sendRawTransaction: '0x' })
  const steps: string[] = []
  const deps = depsWithoutDatabase(rpc, { resendMs: 100 }, (step) => steps.push(step))
  const times: SendTimes = new Map()
  const send = () => broadcast(deps, [sentMint(1, 5n, [1, 2])], times)
  expect(await send()).toBe(1)
  now += 99
  expect(await send()).toBe(0)
  now += 1
  expect(await send()).toBe(1)
  expect(raws(rpc)).toEqual(['0x02', '0x02'])
  expect(steps).toEqual(['broadcast', 'broadcast'])
})

test('a replacement is sent immediately, whenever the version before it was sent', async () => {
  const rpc = scriptedNode({ eth_sendRawTransaction: '0x' })
  const times: SendTimes = new Map()
  const send = (hashes: number[]) =>
    broadcast(depsWithoutDatabase(rpc, { resendMs: 60_000 }), [sentMint(1, 5n, hashes)], times)
  expect([await send([1]), await send([1]), await send([1, 2])]).toEqual([1, 0, 1])
})

test('all transactions are sent whatever the node replies, and none fails', async () => {
  const errors = [
    new RpcError(-32_000, 'already known'),
    new RpcError(-32_000, 'nonce too low'),
    new RpcError(-32_000, 'the pool is full'),
    new RpcUnavailableError('away'),
  ]
  const rpc = scriptedNode({
    eth_sendRawTransaction: async () => {
      await Bun.sleep(1)
      return errors.shift() ?? '0x'
    },
  })
  const mints = Array.from({ length: 40 }, (_, number) => sentMint(number, BigInt(number)))
  expect(await broadcast(depsWithoutDatabase(rpc), mints, new Map())).toBe(40)
  expect(new Set(raws(rpc)).size).toBe(40)
  expect(errors).toEqual([])
})

test('forEachConcurrently runs a few items at a time, in order, and waits for all', async () => {
  let inProgress = 0
  let maxInProgress = 0
  const begun: number[] = []
  let done = 0
  const items = Array.from({ length: 50 }, (_, index) => index)
  await forEachConcurrently(items, async (item) => {
    begun.push(item)
    maxInProgress = Math.max(maxInProgress, ++inProgress)
    await Bun.sleep(1)
    inProgress--
    done++
  })
  expect([begun, maxInProgress, done]).toEqual([items, 16, 50])
})
