import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { now } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import {
  createWebhookFixture,
  newAddress,
  newHash,
  points,
  rewardEvent,
  type WebhookFixture,
} from '../webhook-testbed.ts'
import { type ChainLog, chainLogEventId, parseChainLog } from './parse-chain-log.ts'
import { type LogSource, pollChainLogs, pollChainLogsForAMinute } from './poll-chain-logs.ts'

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** Builds a log, by default a mint of XP. */
function logOf(to: string, more: Partial<ChainLog> = {}): ChainLog {
  return {
    contract: 'XpToken',
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    eventName: 'Transfer',
    args: { from: ZERO_ADDRESS, to, value: points(10) },
    logIndex: 0,
    transactionHash: newHash(),
    blockNumber: 1,
    ...more,
  }
}

/** A chain in memory. Its reader returns a few blocks at a time and records where each read starts. */
class TestChain implements LogSource {
  isEnabled = true
  chainId = 31_337
  logs: ChainLog[] = []
  asked: bigint[] = []
  head = 0n
  blocksAtOnce = 5n
  reportsBlocks = false
  #nextBlock = Promise.withResolvers<void>()

  nextBlock(): Promise<void> | undefined {
    return this.reportsBlocks ? this.#nextBlock.promise : undefined
  }

  mine(...logs: ChainLog[]): void {
    this.head += 1n
    this.#nextBlock.resolve()
    this.#nextBlock = Promise.withResolvers()
    this.logs.push(...logs.map((log, index) => ({ ...log, logIndex: index, blockNumber: Number(this.head) })))
  }

  async readLogs({ fromBlock }: { fromBlock: bigint }) {
    this.asked.push(fromBlock)
    const last = fromBlock + this.blocksAtOnce
    const end = last <= this.head ? last : this.head + 1n
    const logs = this.logs.filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber < end)
    return { logs, nextBlock: end > fromBlock ? end : fromBlock }
  }
}

let fixture: WebhookFixture
let chain: TestChain
let user: UserId
let address: string
beforeAll(async () => {
  fixture = await createWebhookFixture()
})
beforeEach(async () => {
  await fixture.db`delete from webhook_event`
  await fixture.db`delete from chain_log_cursor`
  chain = new TestChain()
  user = await fixture.addUser()
  address = newAddress()
  await fixture.link(user, address)
})
afterAll(() => fixture.stop())

const watch = (watched: LogSource = chain, firstBlock = 0n) =>
  pollChainLogs({
    platform: fixture.platform,
    clock: now,
    chain: watched,
    firstBlock,
    source: fixture.sources.contracts,
    rules: fixture.config.webhooks,
  })
const xp = async () => (await fixture.totals(user)).totalXP

test('contract logs are enqueued as webhook events and applied once', async () => {
  for (let block = 0; block < 23; block++) chain.mine(logOf(address), logOf(address))
  await watch()
  await watch()
  await fixture.apply()
  expect(await xp()).toBe(460)
  expect(await fixture.storedEvents()).toHaveLength(46)
})

test('a poller continues where the last one stopped', async () => {
  for (let block = 0; block < 12; block++) chain.mine(logOf(address))
  await watch()
  const { asked } = chain
  chain.asked = []
  chain.mine(logOf(address))
  await watch()
  expect(chain.asked[0]).toBe(asked.at(-1)!)
  expect(chain.asked[0]).toBe(13n)
  await fixture.apply()
  expect(await xp()).toBe(130)
})

test('a poller reads its cursor once while there are no new blocks, and again after a failure', async () => {
  chain.mine(logOf(address))
  let reads = 0
  const db: typeof fixture.db = (strings, ...values) => {
    if (strings.join('').includes('from chain_log_cursor')) reads++
    return fixture.db(strings, ...values)
  }
  const stopping = new AbortController()
  const readsAtPoll: number[] = []
  const readLogs = chain.readLogs.bind(chain)
  let isAway = false
  chain.readLogs = async (range) => {
    if (isAway) throw commonErrors.provider_unavailable()
    return readLogs(range)
  }
  await pollChainLogsForAMinute(
    {
      platform: { ...fixture.platform, db },
      clock: now,
      chain,
      firstBlock: 0n,
      source: fixture.sources.contracts,
      rules: fixture.config.webhooks,
    },
    stopping.signal,
    async () => {
      readsAtPoll.push(reads)
      if (readsAtPoll.length === 3) chain.mine(logOf(address))
      isAway = readsAtPoll.length === 5
      if (readsAtPoll.length === 8) stopping.abort()
    },
  )
  expect(readsAtPoll).toEqual([1, 1, 1, 1, 1, 1, 2, 2])
  await fixture.apply()
  expect(await xp()).toBe(20)
})

test('a chain that reports its blocks is not polled while it is quiet, and is read when it mines', async () => {
  chain.reportsBlocks = true
  const stopping = new AbortController()
  const pauses: number[] = []
  const deps = { platform: fixture.platform, clock: now, chain, firstBlock: 0n }
  const polling = pollChainLogsForAMinute(
    { ...deps, source: fixture.sources.contracts, rules: fixture.config.webhooks },
    stopping.signal,
    async (ms, wake) => {
      pauses.push(ms)
      if (pauses.length === 6) stopping.abort()
      // Only the next block ends a long pause.
      if (ms > 2_000) await wake
    },
  )
  for (const pauseCount of [1, 3, 5]) {
    await waitUntil(() => pauses.length >= pauseCount)
    chain.mine(logOf(address))
  }
  await polling
  expect(pauses.map((ms) => ms > 2_000)).toEqual([true, false, true, false, true, false])
  await fixture.apply()
  expect(await xp()).toBe(20)
})

test('a poller that dies before it saves the cursor enqueues the same logs again without effect', async () => {
  for (let block = 0; block < 4; block++) chain.mine(logOf(address))
  const dying = { ...fixture.platform, write: () => Promise.reject(new Error('killed')) }
  const polling = pollChainLogs({
    platform: dying as never,
    clock: now,
    chain,
    firstBlock: 0n,
    source: fixture.sources.contracts,
    rules: fixture.config.webhooks,
  })
  await expect(polling).rejects.toThrow('killed')
  await fixture.apply()
  expect(await xp()).toBe(40)
  await watch()
  await fixture.apply()
  expect(await xp()).toBe(40)
  expect(await fixture.storedEvents()).toHaveLength(4)
})

test('two concurrent pollers enqueue every log once and never move the cursor back', async () => {
  for (let block = 0; block < 30; block++) chain.mine(logOf(address))
  await Promise.all([watch(), watch(), watch()])
  await fixture.apply()
  expect(await xp()).toBe(300)
  const [cursor] = await fixture.db<{ next: bigint }>`select next_block as next from chain_log_cursor`
  expect(cursor!.next).toBe(31n)
})

test('a log that another indexer reports too has one effect', async () => {
  const log = logOf(address)
  chain.mine(log)
  await fixture.send(
    rewardEvent(address, { transactionHash: log.transactionHash, data: { amount: points(10) } }),
  )
  await watch()
  await fixture.apply()
  expect(await xp()).toBe(10)
})

test('a log that a re-org moved to another block has no second effect', async () => {
  const log = logOf(address)
  chain.mine(log)
  await watch()
  chain.mine()
  chain.mine(log)
  await watch()
  await fixture.apply()
  expect(await xp()).toBe(10)
  expect((await fixture.storedEvents()).map(({ state }) => state).sort()).toEqual(['APPLIED', 'IGNORED'])
})

test('a poller without a cursor starts at the configured block', async () => {
  for (let block = 0; block < 7; block++) chain.mine(logOf(address))
  await watch(chain, 5n)
  await watch(chain, 0n)
  await fixture.apply()
  expect(chain.asked[0]).toBe(5n)
  expect(await xp()).toBe(30)
})

test('an invalid log is skipped, and the logs after it are enqueued', async () => {
  chain.mine(logOf(address, { args: { from: ZERO_ADDRESS, to: address, value: '9'.repeat(60) } }))
  chain.mine(logOf(address))
  await watch()
  await fixture.apply()
  expect(await xp()).toBe(10)
})

describe('parsing a contract log', () => {
  const other = newAddress()
  const transfer = (contract: string, args: object) =>
    parseChainLog(logOf('', { contract, args: { from: ZERO_ADDRESS, to: other, ...args } }))

  test('a mint or transfer is converted to the event type of its contract', () => {
    expect(transfer('XpToken', { value: '5' })).toMatchObject({
      eventType: 'XP_REWARDED',
      logIndex: 0,
      data: { userAddress: other, amount: '5' },
    })
    expect(transfer('GemToken', { value: '5' })!.eventType).toBe('GEM_REWARDED')
    expect(transfer('TestUsdt', { value: '5' })!.eventType).toBe('TOKEN_TRANSFERRED')
    expect(transfer('GemToken', { from: newAddress(), value: '5' })!.eventType).toBe('TOKEN_TRANSFERRED')
    expect(transfer('CourseCertificate', { tokenId: '7' })).toMatchObject({
      eventType: 'CERTIFICATE_MINTED',
      data: { tokenId: '7', amount: '1' },
    })
    expect(transfer('AchievementBadge', { tokenId: '7' })!.eventType).toBe('BADGE_MINTED')
  })

  test('a burn, another event and a log of an unknown contract are ignored', () => {
    expect(transfer('XpToken', { from: other, to: ZERO_ADDRESS, value: '5' })).toBeUndefined()
    expect(transfer('SomethingElse', { value: '5' })).toBeUndefined()
    expect(parseChainLog(logOf(other, { eventName: 'RoleGranted', args: {} }))).toBeUndefined()
  })

  test('a log has a stable and unique UUID', () => {
    const log = logOf(other)
    const id = chainLogEventId(1, log)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(chainLogEventId(1, { ...log, args: {} })).toBe(id)
    const others = [{ logIndex: 1 }, { blockNumber: 9 }, { transactionHash: newHash() }]
    const ids = [
      id,
      chainLogEventId(2, log),
      ...others.map((more) => chainLogEventId(1, { ...log, ...more })),
    ]
    expect(new Set(ids).size).toBe(5)
  })
})
