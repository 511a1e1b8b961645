import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { useClock, useSystemClock } from '../../clock.ts'
import { RpcUnavailableError } from '../rpc.ts'
import { RELAYER_LOCK, Relayer } from './relayer.ts'
import type { RelayerSettings } from './relayer-deps.ts'
import { createRelayerFixture, enqueueMint, type RelayerFixture } from './relayer-testbed.ts'
import {
  canonicalChain,
  depsWithDatabase,
  hex,
  receiptIn,
  type ScriptedNode,
  scriptedNode,
} from './scripted-node-testbed.ts'

let fixture: RelayerFixture
let started: Relayer[] = []
beforeAll(async () => {
  fixture = await createRelayerFixture()
})
beforeEach(async () => {
  await fixture.test.database.query`delete from chain_transaction`
  await fixture.test.database.query`delete from chain_sender`
  await fixture.test.database.query`delete from recorded_event`
})
afterEach(async () => {
  useSystemClock()
  for (const relayer of started) await relayer.stop()
  started = []
})
afterAll(() => fixture.drop())

/** A node that accepts transactions and mines them when a test says so. */
function node(): ScriptedNode & { responses: Record<string, unknown> } {
  const responses: Record<string, unknown> = {
    eth_estimateGas: hex(400_000),
    eth_call: '0x',
    eth_blockNumber: hex(100),
    eth_getBlockByNumber: canonicalChain,
    eth_maxPriorityFeePerGas: '0x1',
    eth_getTransactionCount: '0x0',
    eth_getLogs: [],
    eth_getTransactionReceipt: null,
    eth_sendRawTransaction: '0x',
  }
  return { ...scriptedNode(responses), responses }
}
const sends = (rpc: ScriptedNode) => rpc.requestsOf('eth_sendRawTransaction').length
const relayerOver = (rpc: ScriptedNode, settings: Partial<RelayerSettings> = {}) =>
  new Relayer(depsWithDatabase(fixture, rpc, { resendMs: 60_000, ...settings }))
function start(rpc: ScriptedNode, settings: Partial<RelayerSettings> = {}): Relayer {
  const relayer = relayerOver(rpc, settings)
  relayer.start()
  started.push(relayer)
  return relayer
}
const enqueue = (number: number) => fixture.write((tx) => enqueueMint(tx, number))
const isConfirmed = async () => (await fixture.statuses()).confirmed === 1

describe('a relayer round', () => {
  test('a round returns whether the next one is useful immediately, soon, or on new work', async () => {
    const rpc = node()
    const relayer = relayerOver(rpc)
    expect(await relayer.runOnce()).toBe('idle')
    await enqueue(1)
    expect(await relayer.runOnce()).toBe('busy')
    expect(await relayer.runOnce()).toBe('in-progress')
    expect(sends(rpc)).toBe(1)
    rpc.responses.eth_getTransactionReceipt = receiptIn(100)
    expect(await relayer.runOnce()).toBe('busy')
    expect(await fixture.statuses()).toEqual({ confirmed: 1 })
    expect(await relayer.runOnce()).toBe('idle')
  })

  test('a round does not bump the fee of a transaction that just got a new nonce', async () => {
    let now = Date.parse('2026-11-02T08:00:00.000Z')
    useClock(() => now)
    const rpc = node()
    const relayer = relayerOver(rpc)
    await enqueue(1)
    await relayer.runOnce()
    now += 120_000
    rpc.responses.eth_getTransactionCount = (_: string, block: string) => (block === 'latest' ? '0x0' : '0x1')
    await relayer.runOnce()
    expect(await fixture.statuses()).toEqual({ queued: 1 })
    expect(await fixture.test.database.query`select from chain_attempt`).toHaveLength(1)
  })
})

describe('a running relayer', () => {
  test('enqueuing a transaction wakes a sleeping relayer', async () => {
    const rpc = node()
    rpc.responses.eth_getTransactionReceipt = receiptIn(100)
    start(rpc, { idleMs: 3_600_000 })
    await waitUntil(async () => (await lockHolders()) === 1)
    // The relayer has polled and sleeps.
    await Bun.sleep(100)
    await enqueue(1)
    await waitUntil(isConfirmed)
  })

  test('a sleeping relayer sends a transaction when its retry is due', async () => {
    const rpc = node()
    rpc.responses.eth_getTransactionReceipt = receiptIn(100)
    await enqueue(1)
    await fixture.test.database.query`update chain_transaction set not_before = now() + interval '2 seconds'`
    start(rpc, { idleMs: 3_600_000 })
    await waitUntil(async () => (await lockHolders()) === 1)
    expect(sends(rpc)).toBe(0)
    await waitUntil(isConfirmed)
  })

  test('a relayer pauses after a failed round and continues', async () => {
    const rpc = node()
    rpc.responses.eth_estimateGas = new RpcUnavailableError('not yet')
    await enqueue(1)
    start(rpc)
    await waitUntil(() => rpc.requests.length > 0)
    // Without the pause it would send hundreds of requests.
    await Bun.sleep(300)
    expect(rpc.requests.length).toBeLessThan(30)
    rpc.responses.eth_estimateGas = hex(400_000)
    rpc.responses.eth_getTransactionReceipt = receiptIn(100)
    await waitUntil(isConfirmed)
  })

  test('a relayer pauses between rounds while transactions are pending', async () => {
    const rpc = node()
    start(rpc)
    await enqueue(1)
    await waitUntil(() => sends(rpc) === 1)
    await Bun.sleep(300)
    expect(rpc.requestsOf('eth_getTransactionReceipt').length).toBeLessThan(30)
    expect(sends(rpc)).toBe(1)
    rpc.responses.eth_getTransactionReceipt = receiptIn(100)
    await waitUntil(isConfirmed)
  })

  test('one relayer per key works, and it releases the lock when it stops', async () => {
    const [first, second] = [node(), node()]
    const relayer = start(first, { idleMs: 10 })
    await waitUntil(async () => (await lockHolders()) === 1)
    start(second, { idleMs: 10 })
    await enqueue(1)
    await waitUntil(() => sends(first) === 1)
    await Bun.sleep(50)
    expect(second.requests).toEqual([])
    await relayer.stop()
    const requests = first.requests.length
    second.responses.eth_getTransactionReceipt = receiptIn(100)
    await waitUntil(isConfirmed)
    expect(first.requests).toHaveLength(requests)
  })

  test('a sleeping relayer stops immediately', async () => {
    const relayer = start(node(), { idleMs: 3_600_000 })
    await waitUntil(async () => (await lockHolders()) === 1)
    await Bun.sleep(50)
    await relayer.stop()
    expect(await lockHolders()).toBe(0)
  })
})

async function lockHolders(): Promise<number> {
  const rows = await fixture.test.database.query`
    select from pg_locks where locktype = 'advisory' and granted and classid = ${RELAYER_LOCK}
      and database = (select oid from pg_database where datname = current_database())`
  return rows.length
}
