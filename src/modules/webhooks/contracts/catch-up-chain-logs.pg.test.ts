import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Address, encodeAbiParameters, pad } from 'viem'
import { toEventSelector } from 'viem/utils'
import { type ChainNode, startChainNode } from '../../../../test/harness/external-services/chain-node.ts'
import { chainOver } from '../../../platform/chain/chain-testbed.ts'
import type { RawLog } from '../../../platform/chain/contract.ts'
import { createHttpRpc } from '../../../platform/chain/http-rpc.ts'
import { now } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Write } from '../../../platform/transaction/write.ts'
import { createWebhookFixture, newAddress, newHash, type WebhookFixture } from '../webhook-testbed.ts'
import { pollChainLogs, pollChainLogsForAMinute } from './poll-chain-logs.ts'

const HEAD = 20_000_000
const XP_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const ONE_XP = 10n ** 18n

let fixture: WebhookFixture
let node: ChainNode | undefined
let user: UserId
let address: Address
beforeAll(async () => {
  fixture = await createWebhookFixture()
  user = await fixture.addUser()
  address = newAddress() as Address
  await fixture.link(user, address)
})
afterAll(async () => {
  await node?.stop()
  await fixture.stop()
})

/** A mint of one XP. */
function mintAt(block: number, logIndex = 0): RawLog {
  return {
    address: XP_TOKEN,
    topics: [TRANSFER, pad('0x', { size: 32 }), pad(address, { size: 32 })],
    data: encodeAbiParameters([{ type: 'uint256' }], [ONE_XP]),
    logIndex: `0x${logIndex.toString(16)}`,
    transactionHash: newHash() as `0x${string}`,
    blockNumber: `0x${block.toString(16)}`,
    blockHash: newHash() as `0x${string}`,
  }
}

/** Mints in all parts of the chain, at both ends of the ranges of requests, and many in one block. */
function mints(): RawLog[] {
  const spread = Array.from({ length: 200 }, (_, index) => mintAt(index * 99_991 + (index % 3) - 1 + 1_000))
  const atEnds = [0, 999, 1_000, 1_001, 10_000_000 - 1, 10_000_000, HEAD - 1_000, HEAD].map((block) =>
    mintAt(block),
  )
  const together = Array.from({ length: 40 }, (_, index) => mintAt(5_000_000, index))
  return [...spread, ...atEnds, ...together]
}

const chainAt = (url: string) =>
  chainOver(
    createHttpRpc(() => url),
    { XpToken: XP_TOKEN },
  )

const depsWith = (write: Write, url: string) => ({
  platform: { ...fixture.platform, write },
  clock: now,
  chain: chainAt(url),
  firstBlock: 0n,
  source: fixture.sources.contracts,
  rules: fixture.config.webhooks,
})

test('the poller catches up on 20 million blocks with a node that fails and a process that is killed', async () => {
  const logs = mints()
  node = startChainNode({ head: HEAD, logs, failsEvery: 3_000 })
  let saves = 0
  let kills = 0
  // The process dies before or after the commit of some cursors.
  const mortal = (async (work: Parameters<Write>[0]) => {
    const outcome = ++saves % 30
    if (outcome === 10) kills++
    if (outcome === 10) throw new Error('killed before the commit')
    const result = await fixture.write(work)
    if (outcome === 20) kills++
    if (outcome === 20) throw new Error('killed after the commit')
    return result
  }) as Write
  let isDone = false
  let outages = 0
  while (!isDone && outages < 100) {
    try {
      await pollChainLogs(depsWith(mortal, node.url))
      isDone = true
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'unavailable') outages++
      else if (!String(error).includes('killed')) throw error
    }
  }
  expect(isDone).toBe(true)
  expect(kills).toBeGreaterThan(5)
  // A failure costs one request and a crash those since the last cursor, but never all of them.
  expect(node.requests).toBeLessThan(26_000)

  await fixture.apply()
  const stored = await fixture.storedEvents()
  expect(stored).toHaveLength(logs.length)
  expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['APPLIED']))
  expect((await fixture.totals(user)).totalXP).toBe(logs.length)
  const [cursor] = await fixture.db<{ next: bigint }>`select next_block as next from chain_log_cursor`
  expect(cursor!.next).toBe(BigInt(HEAD + 1))
}, 600_000)

test('while the chain is away the poller waits longer each time, and says once that it is back', async () => {
  const away = startChainNode({ head: 10, logs: [], failsEvery: 1 })
  const back = startChainNode({ head: 10, logs: [], failsEvery: 1_000_000 })
  const waited: number[] = []
  const stop = new AbortController()
  let url = away.url
  const chain = chainOver(
    createHttpRpc(() => url),
    { XpToken: XP_TOKEN },
  )
  try {
    await pollChainLogsForAMinute({ ...depsWith(fixture.write, url), chain }, stop.signal, async (ms) => {
      waited.push(ms)
      // One request of each kind of failure.
      if (waited.length === 9) url = back.url
      if (waited.length === 11) stop.abort()
    })
    expect(waited).toEqual([2_000, 4_000, 8_000, 16_000, ...Array(5).fill(30_000), 2_000, 2_000])
  } finally {
    await Promise.all([away.stop(), back.stop()])
  }
})
