import { expect, test } from 'bun:test'
import { encodeErrorResult } from 'viem'
import { CourseCertificate } from '../../../../../contracts/artifacts/CourseCertificate.ts'
import { RpcError, RpcUnavailableError } from '../../rpc.ts'
import {
  canonicalChain,
  depsWithoutDatabase,
  hashOf,
  hex,
  receiptIn,
  scriptedNode,
  sentMint,
} from '../scripted-node-testbed.ts'
import { findOutcomes } from './find-outcomes.ts'

const HEAD = 100
const unavailable = new RpcUnavailableError('away')
const refusal = new RpcError(-32_000, 'no')

/** A chain of a hundred blocks with three required confirmations: the last two blocks are unconfirmed. */
const node = (responses: Record<string, unknown> = {}) =>
  scriptedNode({
    eth_blockNumber: hex(HEAD),
    eth_getBlockByNumber: canonicalChain,
    eth_getTransactionReceipt: null,
    eth_getTransactionCount: '0x0',
    eth_getLogs: [],
    ...responses,
  })
const find = (rpc: ReturnType<typeof node>, transactions = [sentMint(1, 5n)], confirmations = 3) =>
  findOutcomes(depsWithoutDatabase(rpc, { confirmations }), transactions)
const kinds = async (rpc: ReturnType<typeof node>, transactions = [sentMint(1, 5n)]) => {
  const { outcomes, lost } = await find(rpc, transactions)
  return { outcomes: outcomes.map(({ confirmed }) => confirmed), lost: lost.map(({ nonce }) => nonce) }
}

test('finding outcomes of no transactions sends no request to the node', async () => {
  const rpc = node()
  expect(await find(rpc, [])).toEqual({ outcomes: [], lost: [] })
  expect(rpc.requests).toEqual([])
})

test('a receipt counts only when its block has enough confirmations', async () => {
  const inBlock = (block: number) => kinds(node({ eth_getTransactionReceipt: receiptIn(block) }))
  expect([await inBlock(98), await inBlock(99), await inBlock(HEAD)]).toEqual([
    { outcomes: [true], lost: [] },
    { outcomes: [], lost: [] },
    { outcomes: [], lost: [] },
  ])
})

test('a receipt of a non-canonical block is ignored, and each block is checked once', async () => {
  const left = { eth_getTransactionReceipt: receiptIn(90, { blockHash: hashOf(666) }) }
  expect(await kinds(node(left))).toEqual({ outcomes: [], lost: [] })
  const rpc = node({ eth_getTransactionReceipt: receiptIn(90) })
  const many = Array.from({ length: 40 }, (_, number) => sentMint(number, BigInt(number)))
  expect((await kinds(rpc, many)).outcomes).toHaveLength(40)
  expect(rpc.requestsOf('eth_getBlockByNumber')).toEqual([[hex(90), false]])
  // No transaction is without a receipt, so none is lost.
  expect(rpc.requestsOf('eth_getTransactionCount')).toEqual([])
})

test('every version is checked for a receipt, the newest first, until one has a receipt', async () => {
  const rpc = node({
    eth_getTransactionReceipt: (hash: string) => (hash === hashOf(2) ? receiptIn(90) : null),
  })
  expect(await kinds(rpc, [sentMint(1, 5n, [1, 2, 3])])).toEqual({ outcomes: [true], lost: [] })
  expect(rpc.requestsOf('eth_getTransactionReceipt')).toEqual([[hashOf(3)], [hashOf(2)]])
})

test('a transaction without a receipt is lost when a confirmed block has used its nonce', async () => {
  const rpc = node({ eth_getTransactionCount: '0x6' })
  const open = [sentMint(1, 5n), sentMint(2, 6n)]
  expect(await kinds(rpc, open)).toEqual({ outcomes: [], lost: [5n] })
  const [params] = rpc.requestsOf('eth_getTransactionCount')
  expect(params![1]).toBe(hex(98))
})

test('a transaction without a receipt is not lost when its log is on chain', async () => {
  const shown = (block: number) => {
    const log = { transactionHash: hashOf(9) }
    return node({
      eth_getTransactionCount: '0x6',
      eth_getLogs: [log],
      eth_getTransactionReceipt: (hash: string) => (hash === hashOf(9) ? receiptIn(block) : null),
    })
  }
  expect(await kinds(shown(98))).toEqual({ outcomes: [true], lost: [] })
  expect(await kinds(shown(99))).toEqual({ outcomes: [], lost: [] })
})

test('no transaction is lost on a chain shorter than the required confirmations', async () => {
  const short = (head: number) => node({ eth_blockNumber: hex(head), eth_getTransactionCount: '0x6' })
  const shorter = short(1)
  expect(await kinds(shorter)).toEqual({ outcomes: [], lost: [] })
  expect(shorter.requestsOf('eth_getTransactionCount')).toEqual([])
  const justLong = short(2)
  expect((await kinds(justLong)).lost).toEqual([5n])
  expect(justLong.requestsOf('eth_getTransactionCount')[0]![1]).toBe('0x0')
})

test('a node without old states leaves the outcome open, and an unavailable node is an error', async () => {
  expect(await kinds(node({ eth_getTransactionCount: refusal }))).toEqual({ outcomes: [], lost: [] })
  await expect(kinds(node({ eth_getTransactionCount: unavailable }))).rejects.toBe(unavailable)
})

const reverted = { eth_getTransactionReceipt: receiptIn(90, { status: '0x0' }) }

test('a reverted transaction fails with the reason that the contract gave in its block', async () => {
  const data = encodeErrorResult({ abi: CourseCertificate.abi, errorName: 'EnforcedPause' })
  const rpc = node({ ...reverted, eth_call: new RpcError(3, 'execution reverted', data) })
  expect((await find(rpc)).outcomes).toMatchObject([{ confirmed: false, reason: 'EnforcedPause' }])
  expect(rpc.requestsOf('eth_call')[0]![1]).toBe(hex(90))
  const now = node({ ...reverted, eth_call: '0x' })
  expect((await find(now)).outcomes).toMatchObject([{ confirmed: false, reason: 'Reverted' }])
  await expect(find(node({ ...reverted, eth_call: unavailable }))).rejects.toBe(unavailable)
})

test('a transaction that reverted as already executed is confirmed once its log is confirmed', async () => {
  const earlier = (known: unknown) =>
    node({
      eth_getLogs: [{ transactionHash: hashOf(9) }],
      eth_getTransactionReceipt: (hash: string) =>
        hash === hashOf(9) ? known : receiptIn(90, { status: '0x0' }),
      eth_call: '0x',
    })
  const done = await find(earlier(receiptIn(89, { transactionHash: hashOf(9) })))
  expect(done.outcomes).toMatchObject([{ confirmed: true, receipt: { transactionHash: hashOf(9) } }])
  // The node has the log but not the receipt yet, which does not prove a failure.
  expect(await kinds(earlier(null))).toEqual({ outcomes: [], lost: [] })
})

test('a transaction that reverted as already executed and has no log has not failed', async () => {
  const data = encodeErrorResult({
    abi: CourseCertificate.abi,
    errorName: 'ReferenceAlreadyUsed',
    args: [hashOf(1)],
  })
  const rpc = node({ ...reverted, eth_call: new RpcError(3, 'execution reverted', data) })
  expect(await kinds(rpc)).toEqual({ outcomes: [], lost: [] })
})

test('a reverted call that any account may still execute is failed only after its end is confirmed', async () => {
  const validUntil = new Date(1_000_000)
  const operation = { ...sentMint(1, 5n), validUntil }
  const confirmedAt = (seconds: number, logs: unknown[] = []) =>
    kinds(
      node({
        eth_getTransactionReceipt: receiptIn(90, { status: '0x0' }),
        eth_getBlockByNumber: (number: `0x${string}`) => ({
          ...canonicalChain(number),
          timestamp: hex(Number(number) === 98 ? seconds : 2_000),
        }),
        eth_getLogs: logs,
        eth_call: refusal,
      }),
      [operation],
    )
  expect(await confirmedAt(999)).toEqual({ outcomes: [], lost: [] })
  expect(await confirmedAt(1_000)).toEqual({ outcomes: [], lost: [] })
  expect(await confirmedAt(1_001)).toEqual({ outcomes: [false], lost: [] })
})
