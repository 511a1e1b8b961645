import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { until } from '../../../../test/harness/until.ts'
import { useClock, useSystemClock } from '../../clock.ts'
import { RpcUnavailable } from '../rpc.ts'
import type { RelayerSettings } from './parts.ts'
import { RELAYER_LOCK, Relayer } from './relayer.ts'
import { createRelayerBed, enqueueMint, type RelayerBed } from './relayer-testbed.ts'
import { hex, nodeThat, partsOn, receiptIn, type ScriptedNode, wholeChain } from './scripted-node-testbed.ts'

setDefaultTimeout(60_000)

let bed: RelayerBed
let started: Relayer[] = []
beforeAll(async () => {
  bed = await createRelayerBed()
})
beforeEach(async () => {
  await bed.test.database.query`delete from chain_transaction`
  await bed.test.database.query`delete from chain_sender`
  await bed.test.database.query`delete from told`
})
afterEach(async () => {
  useSystemClock()
  for (const relayer of started) await relayer.stop()
  started = []
})
afterAll(() => bed.drop())

/** A node that takes what is sent, and mines it when a test says so. */
function node(): ScriptedNode & { answers: Record<string, unknown> } {
  const answers: Record<string, unknown> = {
    eth_estimateGas: hex(400_000),
    eth_call: '0x',
    eth_blockNumber: hex(100),
    eth_getBlockByNumber: wholeChain,
    eth_maxPriorityFeePerGas: '0x1',
    eth_getTransactionCount: '0x0',
    eth_getLogs: [],
    eth_getTransactionReceipt: null,
    eth_sendRawTransaction: '0x',
  }
  return { ...nodeThat(answers), answers }
}
const sends = (rpc: ScriptedNode) => rpc.askedFor('eth_sendRawTransaction').length
const relayerOver = (rpc: ScriptedNode, settings: Partial<RelayerSettings> = {}) =>
  new Relayer(partsOn(bed, rpc, { resendMs: 60_000, ...settings }))
function start(rpc: ScriptedNode, settings: Partial<RelayerSettings> = {}): Relayer {
  const relayer = relayerOver(rpc, settings)
  relayer.start()
  started.push(relayer)
  return relayer
}
const enqueue = (number: number) => bed.write((tx) => enqueueMint(tx, number))
const isConfirmed = async () => (await bed.statuses()).confirmed === 1

describe('a round', () => {
  test('says whether to go on at once, soon, or when there is something new', async () => {
    const rpc = node()
    const relayer = relayerOver(rpc)
    expect(await relayer.runOnce()).toBe('idle')
    await enqueue(1)
    expect(await relayer.runOnce()).toBe('busy')
    expect(await relayer.runOnce()).toBe('under-way')
    expect(sends(rpc)).toBe(1)
    rpc.answers.eth_getTransactionReceipt = receiptIn(100)
    expect(await relayer.runOnce()).toBe('busy')
    expect(await bed.statuses()).toEqual({ confirmed: 1 })
    expect(await relayer.runOnce()).toBe('idle')
  })

  test('offers no more for one that it has just given another nonce', async () => {
    let now = Date.parse('2026-11-02T08:00:00.000Z')
    useClock(() => now)
    const rpc = node()
    const relayer = relayerOver(rpc)
    await enqueue(1)
    await relayer.runOnce()
    now += 120_000
    rpc.answers.eth_getTransactionCount = (_: string, block: string) => (block === 'latest' ? '0x0' : '0x1')
    await relayer.runOnce()
    expect(await bed.statuses()).toEqual({ queued: 1 })
    expect(await bed.test.database.query`select from chain_attempt`).toHaveLength(1)
  })
})

describe('a relayer that runs', () => {
  test('is woken by what is enqueued, however long it means to rest', async () => {
    const rpc = node()
    rpc.answers.eth_getTransactionReceipt = receiptIn(100)
    start(rpc, { idleMs: 3_600_000 })
    await until(async () => (await lockHolders()) === 1)
    // It has looked, and rests.
    await Bun.sleep(100)
    await enqueue(1)
    await until(isConfirmed)
  })

  test('pauses after a round that failed, and goes on', async () => {
    const rpc = node()
    rpc.answers.eth_estimateGas = new RpcUnavailable('not yet')
    await enqueue(1)
    start(rpc)
    await until(() => rpc.asked.length > 0)
    // Who does not pause asks hundreds of times meanwhile.
    await Bun.sleep(300)
    expect(rpc.asked.length).toBeLessThan(30)
    rpc.answers.eth_estimateGas = hex(400_000)
    rpc.answers.eth_getTransactionReceipt = receiptIn(100)
    await until(isConfirmed)
  })

  test('does not ask without a pause while something is under way', async () => {
    const rpc = node()
    start(rpc)
    await enqueue(1)
    await until(() => sends(rpc) === 1)
    await Bun.sleep(300)
    expect(rpc.askedFor('eth_getTransactionReceipt').length).toBeLessThan(30)
    expect(sends(rpc)).toBe(1)
    rpc.answers.eth_getTransactionReceipt = receiptIn(100)
    await until(isConfirmed)
  })

  test('works alone for its key, and gives the lock back when it stops', async () => {
    const [first, second] = [node(), node()]
    const relayer = start(first, { idleMs: 10 })
    await until(async () => (await lockHolders()) === 1)
    start(second, { idleMs: 10 })
    await enqueue(1)
    await until(() => sends(first) === 1)
    await Bun.sleep(50)
    expect(second.asked).toEqual([])
    await relayer.stop()
    const asked = first.asked.length
    second.answers.eth_getTransactionReceipt = receiptIn(100)
    await until(isConfirmed)
    expect(first.asked).toHaveLength(asked)
  })

  test('stops at once while it rests', async () => {
    const relayer = start(node(), { idleMs: 3_600_000 })
    await until(async () => (await lockHolders()) === 1)
    await Bun.sleep(50)
    await relayer.stop()
    expect(await lockHolders()).toBe(0)
  })
})

async function lockHolders(): Promise<number> {
  const rows = await bed.test.database.query`
    select from pg_locks where locktype = 'advisory' and granted and classid = ${RELAYER_LOCK}
      and database = (select oid from pg_database where datname = current_database())`
  return rows.length
}
