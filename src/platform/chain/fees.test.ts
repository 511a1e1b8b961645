import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { bumpFees, suggestFees } from './fees.ts'
import { scriptedNode } from './relayer/scripted-node-testbed.ts'
import { RpcError, RpcUnavailableError } from './rpc.ts'

const fee = fc.bigInt({ min: 0n, max: 10n ** 13n })

test('a bumped fee is an eighth higher than the last, at least the current fee, and never above the cap', () => {
  fc.assert(
    fc.property(fee, fee, fee, fee, fee, (max, tip, askedMax, askedTip, cap) => {
      const last = { maxFeeWei: max, priorityFeeWei: tip < max ? tip : max }
      const raised = bumpFees(last, { maxFeeWei: askedMax, priorityFeeWei: askedTip }, cap)
      if (!raised) {
        expect(max + max / 8n + 1n > cap || askedMax > cap).toBe(true)
        return
      }
      expect(8n * raised.maxFeeWei).toBeGreaterThanOrEqual(9n * last.maxFeeWei)
      expect(raised.maxFeeWei).toBeGreaterThanOrEqual(askedMax)
      expect(raised.maxFeeWei).toBeLessThanOrEqual(cap)
      expect(raised.priorityFeeWei).toBeLessThanOrEqual(raised.maxFeeWei)
    }),
  )
})

test('a bump that reaches the cap exactly is allowed, and one above it is not', () => {
  const last = { maxFeeWei: 800n, priorityFeeWei: 80n }
  const suggested = { maxFeeWei: 1n, priorityFeeWei: 1n }
  expect(bumpFees(last, suggested, 901n)).toEqual({ maxFeeWei: 901n, priorityFeeWei: 91n })
  expect(bumpFees(last, suggested, 900n)).toBeUndefined()
})

test('the suggested fee is twice the base fee plus the tip, and never above the cap', async () => {
  const node = scriptedNode({
    eth_getBlockByNumber: { baseFeePerGas: '0x64' },
    eth_maxPriorityFeePerGas: '0x7',
  })
  expect(await suggestFees(node, 1_000n)).toEqual({ maxFeeWei: 207n, priorityFeeWei: 7n })
  expect(node.requests).toEqual([['eth_getBlockByNumber', 'latest', false], ['eth_maxPriorityFeePerGas']])
  expect(await suggestFees(node, 150n)).toEqual({ maxFeeWei: 150n, priorityFeeWei: 7n })
  expect(await suggestFees(node, 5n)).toEqual({ maxFeeWei: 5n, priorityFeeWei: 5n })
})

test('the suggested fee has no base fee or no tip where the chain or the node has none', async () => {
  const noTips = new RpcError(-32_601, 'no such method')
  expect(
    await suggestFees(scriptedNode({ eth_getBlockByNumber: {}, eth_maxPriorityFeePerGas: '0x7' }), 99n),
  ).toEqual({
    maxFeeWei: 7n,
    priorityFeeWei: 7n,
  })
  const block = { baseFeePerGas: '0x64' }
  expect(
    await suggestFees(scriptedNode({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: noTips }), 999n),
  ).toEqual({
    maxFeeWei: 200n,
    priorityFeeWei: 0n,
  })
  const away = scriptedNode({
    eth_getBlockByNumber: block,
    eth_maxPriorityFeePerGas: new RpcUnavailableError('away'),
  })
  await expect(suggestFees(away, 999n)).rejects.toBeInstanceOf(RpcUnavailableError)
})
