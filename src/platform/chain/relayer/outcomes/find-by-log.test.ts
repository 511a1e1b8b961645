import { expect, test } from 'bun:test'
import {
  CERTIFICATES,
  canonicalChain,
  depsWithoutDatabase,
  hashOf,
  hex,
  queuedMint,
  receiptIn,
  scriptedNode,
} from '../scripted-node-testbed.ts'
import { findByLog } from './find-by-log.ts'

/** The block ranges that are searched for a transaction that does not exist. */
async function rangesOf(head: number, sentBlock: bigint | null): Promise<[number, number][]> {
  const rpc = scriptedNode({ eth_blockNumber: hex(head), eth_getLogs: [] })
  const transaction = queuedMint(1, { sentBlock })
  expect(await findByLog(depsWithoutDatabase(rpc), transaction)).toBeUndefined()
  return rpc.requestsOf('eth_getLogs').map(([filter]) => {
    const { address, topics, fromBlock, toBlock } = filter as Record<string, string>
    expect([address, topics]).toEqual([CERTIFICATES, [null, transaction.proofTopic] as never])
    return [Number(fromBlock), Number(toBlock)]
  })
}

test('the log search covers every block once, from the newest back to shortly before the first send', async () => {
  expect(await rangesOf(12_000, 1_000n)).toEqual([
    [7_001, 12_000],
    [2_001, 7_000],
    [900, 2_000],
  ])
  expect(await rangesOf(1_000, 1_000n)).toEqual([[900, 1_000]])
  expect(await rangesOf(5_899, 1_000n)).toEqual([[900, 5_899]])
  expect(await rangesOf(50, 20n)).toEqual([[0, 50]])
})

test('the log search for an unsent transaction goes back to the first block, or one million blocks', async () => {
  expect(await rangesOf(20, null)).toEqual([[0, 20]])
  const long = await rangesOf(1_500_000, null)
  expect([long.at(0), long.at(-1), long.length]).toEqual([[1_495_001, 1_500_000], [500_000, 500_000], 201])
})

test('a found log counts when its block has enough confirmations and is canonical', async () => {
  const found = (receipt: unknown) => {
    const rpc = scriptedNode({
      eth_blockNumber: hex(100),
      eth_getLogs: [{ transactionHash: hashOf(9) }],
      eth_getTransactionReceipt: (hash: string) => (hash === hashOf(9) ? receipt : undefined),
      eth_getBlockByNumber: canonicalChain,
    })
    return findByLog(depsWithoutDatabase(rpc, { confirmations: 3 }), queuedMint(1))
  }
  const deep = receiptIn(98)
  expect(await found(deep)).toEqual(deep)
  expect(await found(receiptIn(99))).toBe('unconfirmed')
  expect(await found(receiptIn(98, { blockHash: hashOf(666) }))).toBe('unconfirmed')
  expect(await found(null)).toBe('unconfirmed')
})

test('no logs are searched for a contract that is not deployed', async () => {
  const rpc = scriptedNode({})
  expect(await findByLog(depsWithoutDatabase(rpc), queuedMint(1, { contract: 'XpToken' }))).toBeUndefined()
  expect(rpc.requests).toEqual([])
})
