import { afterEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../../../clock.ts'
import { RpcRefusal, RpcUnavailable } from '../../rpc.ts'
import { forEachOf } from '../parts.ts'
import { nodeThat, partsOver, sentMint } from '../scripted-node-testbed.ts'
import { broadcast, type SendTimes } from './broadcast.ts'

afterEach(useSystemClock)

const raws = (rpc: ReturnType<typeof nodeThat>) => rpc.askedFor('eth_sendRawTransaction').map(([raw]) => raw)

test('the newest version is sent, and again after a while without a receipt, not sooner', async () => {
  let now = 1_000_000
  useClock(() => now)
  const rpc = nodeThat({ eth_sendRawTransaction: '0x' })
  const steps: string[] = []
  const parts = partsOver(rpc, { resendMs: 100 }, (step) => steps.push(step))
  const times: SendTimes = new Map()
  const send = () => broadcast(parts, [sentMint(1, 5n, [1, 2])], times)
  expect(await send()).toBe(1)
  now += 99
  expect(await send()).toBe(0)
  now += 1
  expect(await send()).toBe(1)
  expect(raws(rpc)).toEqual(['0x02', '0x02'])
  expect(steps).toEqual(['broadcast', 'broadcast'])
})

test('a replacement is sent at once, whenever the version before it was', async () => {
  const rpc = nodeThat({ eth_sendRawTransaction: '0x' })
  const times: SendTimes = new Map()
  const send = (hashes: number[]) =>
    broadcast(partsOver(rpc, { resendMs: 60_000 }), [sentMint(1, 5n, hashes)], times)
  expect([await send([1]), await send([1]), await send([1, 2])]).toEqual([1, 0, 1])
})

test('whatever the node says to one, all are sent, and nobody fails', async () => {
  const faults = [
    new RpcRefusal(-32_000, 'already known'),
    new RpcRefusal(-32_000, 'nonce too low'),
    new RpcRefusal(-32_000, 'the pool is full'),
    new RpcUnavailable('away'),
  ]
  const rpc = nodeThat({
    eth_sendRawTransaction: async () => {
      await Bun.sleep(1)
      return faults.shift() ?? '0x'
    },
  })
  const mints = Array.from({ length: 40 }, (_, number) => sentMint(number, BigInt(number)))
  expect(await broadcast(partsOver(rpc), mints, new Map())).toBe(40)
  expect(new Set(raws(rpc)).size).toBe(40)
  expect(faults).toEqual([])
})

test('what is done for each is done a few at a time, in order, and waited for', async () => {
  let underWay = 0
  let most = 0
  const begun: number[] = []
  let done = 0
  const items = Array.from({ length: 50 }, (_, index) => index)
  await forEachOf(items, async (item) => {
    begun.push(item)
    most = Math.max(most, ++underWay)
    await Bun.sleep(1)
    underWay--
    done++
  })
  expect([begun, most, done]).toEqual([items, 16, 50])
})
