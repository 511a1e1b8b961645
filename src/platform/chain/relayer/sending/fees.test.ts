import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Rpc, RpcRefusal, RpcUnavailable } from '../../rpc.ts'
import { raisedFees, suggestFees } from './fees.ts'

const fee = fc.bigInt({ min: 0n, max: 10n ** 13n })

test('a raised fee is an eighth higher than the last, at least what is asked now, and never above the cap', () => {
  fc.assert(
    fc.property(fee, fee, fee, fee, fee, (max, tip, askedMax, askedTip, cap) => {
      const last = { maxFeeWei: max, priorityFeeWei: tip < max ? tip : max }
      const raised = raisedFees(last, { maxFeeWei: askedMax, priorityFeeWei: askedTip }, cap)
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

test('a raise that just reaches the cap is taken, and one above it is not', () => {
  const last = { maxFeeWei: 800n, priorityFeeWei: 80n }
  const suggested = { maxFeeWei: 1n, priorityFeeWei: 1n }
  expect(raisedFees(last, suggested, 901n)).toEqual({ maxFeeWei: 901n, priorityFeeWei: 91n })
  expect(raisedFees(last, suggested, 900n)).toBeUndefined()
})

/** A node by what it answers to each question; a fault is thrown. */
function nodeThat(answers: Record<string, unknown>): Rpc & { asked: unknown[] } {
  const asked: unknown[] = []
  return {
    asked,
    request: async <Result>(method: string, params: unknown[] = []) => {
      asked.push([method, ...params])
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer as Result
    },
  }
}

test('what is suggested is twice the base fee and the tip, and never more than the cap', async () => {
  const node = nodeThat({ eth_getBlockByNumber: { baseFeePerGas: '0x64' }, eth_maxPriorityFeePerGas: '0x7' })
  expect(await suggestFees(node, 1_000n)).toEqual({ maxFeeWei: 207n, priorityFeeWei: 7n })
  expect(node.asked).toEqual([['eth_getBlockByNumber', 'latest', false], ['eth_maxPriorityFeePerGas']])
  expect(await suggestFees(node, 150n)).toEqual({ maxFeeWei: 150n, priorityFeeWei: 7n })
  expect(await suggestFees(node, 5n)).toEqual({ maxFeeWei: 5n, priorityFeeWei: 5n })
})

test('a chain without a base fee, or a node that knows of no tips, is asked for nothing more', async () => {
  const noTips = new RpcRefusal(-32_601, 'no such method')
  expect(
    await suggestFees(nodeThat({ eth_getBlockByNumber: {}, eth_maxPriorityFeePerGas: '0x7' }), 99n),
  ).toEqual({
    maxFeeWei: 7n,
    priorityFeeWei: 7n,
  })
  const block = { baseFeePerGas: '0x64' }
  expect(
    await suggestFees(nodeThat({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: noTips }), 999n),
  ).toEqual({
    maxFeeWei: 200n,
    priorityFeeWei: 0n,
  })
  const away = nodeThat({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: new RpcUnavailable('away') })
  await expect(suggestFees(away, 999n)).rejects.toBeInstanceOf(RpcUnavailable)
})
