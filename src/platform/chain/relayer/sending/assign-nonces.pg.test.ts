import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { encodeErrorResult, type Hex, parseTransaction } from 'viem'
import { CourseCertificate } from '../../../../../contracts/artifacts/CourseCertificate.ts'
import { useClock, useSystemClock } from '../../../clock.ts'
import { referenceHash } from '../../contract.ts'
import { RpcError } from '../../rpc.ts'
import type { RelayerSettings } from '../relayer-deps.ts'
import { createRelayerFixture, enqueueMint, mintReference, type RelayerFixture } from '../relayer-testbed.ts'
import {
  canonicalChain,
  depsWithDatabase,
  hashOf,
  hex,
  receiptIn,
  scriptedNode,
} from '../scripted-node-testbed.ts'
import { assignNonces } from './assign-nonces.ts'

/** The gas limit of a mint with an estimate of 400,000. */
const GAS = 510_000n
const NOW = Date.parse('2026-11-02T08:00:00.000Z')
let fixture: RelayerFixture
beforeAll(async () => {
  fixture = await createRelayerFixture()
})
beforeEach(async () => {
  useClock(() => NOW)
  await fixture.test.database.query`delete from chain_transaction`
  await fixture.test.database.query`delete from chain_sender`
  await fixture.test.database.query`delete from recorded_event`
})
afterEach(useSystemClock)
afterAll(() => fixture.drop())

const node = (responses: Record<string, unknown> = {}) =>
  scriptedNode({
    eth_estimateGas: hex(400_000),
    eth_call: '0x',
    eth_blockNumber: hex(100),
    eth_getBlockByNumber: canonicalChain,
    eth_maxPriorityFeePerGas: '0x1',
    eth_getTransactionCount: '0x5',
    eth_getLogs: [],
    eth_getTransactionReceipt: null,
    ...responses,
  })
const reverts = (errorName: 'EnforcedPause' | 'ReferenceAlreadyUsed' | 'ReferenceMissing') =>
  new RpcError(
    3,
    'execution reverted',
    encodeErrorResult({
      abi: CourseCertificate.abi,
      errorName,
      ...(errorName === 'ReferenceAlreadyUsed' ? { args: [referenceHash('x')] } : {}),
    } as never),
  )

const steps: string[] = []
function take(rpc = node(), inFlight = 0, settings: Partial<RelayerSettings> = {}): Promise<number> {
  steps.length = 0
  return assignNonces(
    depsWithDatabase(fixture, rpc, { confirmations: 3, ...settings }, (step) => steps.push(step)),
    inFlight,
  )
}

const enqueue = (count: number) =>
  fixture.write(async (tx) => {
    for (let number = 1; number <= count; number++) await enqueueMint(tx, number)
  })

interface Row {
  reference: string
  status: string
  nonce: bigint | null
  attempts: number
  waitsMs: number
  reason: string | null
}
const rows = async () => [
  ...(await fixture.test.database.query<Row>`
    select reference, status, nonce, simulation_attempts as attempts, failure_reason as reason,
      (extract(epoch from not_before - ${new Date(NOW)}::timestamptz) * 1000)::integer as "waitsMs"
    from chain_transaction order by id`),
]
const statuses = async () => (await rows()).map(({ status }) => status)

describe('the limit of pending transactions', () => {
  test('at the limit of pending transactions no nonce is assigned and the node gets no request', async () => {
    await enqueue(2)
    const rpc = node()
    expect(await take(rpc, 4, { inFlight: 4 })).toBe(0)
    expect(await take(rpc, 5, { inFlight: 4 })).toBe(0)
    expect(rpc.requests).toEqual([])
  })

  test('with capacity for one, the first transaction gets a nonce', async () => {
    await enqueue(2)
    expect(await take(node(), 3, { inFlight: 4 })).toBe(1)
    expect(await statuses()).toEqual(['sent', 'queued'])
    expect(steps).toEqual(['simulated', 'stored'])
  })

  test('with enough capacity all get nonces, and an empty queue sends no request', async () => {
    const rpc = node()
    expect(await take(rpc)).toBe(0)
    expect([rpc.requests, steps]).toEqual([[], []])
    await enqueue(1)
    expect(await take()).toBe(1)
  })
})

test('nonces follow the order of the queue from the chain’s next nonce, whatever the order of responses', async () => {
  await enqueue(5)
  let delay = 50
  const rpc = node({
    eth_call: reverts('EnforcedPause'),
    eth_estimateGas: async () => {
      delay -= 10
      await Bun.sleep(delay)
      return hex(400_000)
    },
  })
  expect(await take(rpc)).toBe(5)
  expect((await rows()).map(({ nonce }) => nonce)).toEqual([5n, 6n, 7n, 8n, 9n])
  const signed = await fixture.test.database.query<{ raw: Buffer; nonce: bigint }>`
    select raw, nonce from chain_attempt order by nonce`
  expect(signed.map(({ raw }) => parseTransaction(`0x${raw.toString('hex')}` as Hex).nonce)).toEqual([
    5, 6, 7, 8, 9,
  ])
})

test('nonces continue from the stored one, whether the chain is behind or ahead', async () => {
  await enqueue(1)
  await take(node({ eth_getTransactionCount: '0x5' }))
  await fixture.write((tx) => enqueueMint(tx, 2))
  await take(node({ eth_getTransactionCount: '0x3' }), 1)
  await fixture.write((tx) => enqueueMint(tx, 3))
  await take(node({ eth_getTransactionCount: '0x9' }), 2)
  expect((await rows()).map(({ nonce }) => nonce)).toEqual([5n, 6n, 9n])
})

test('the daily gas can be used completely; the rest waits a minute without counting an attempt', async () => {
  await enqueue(3)
  expect(await take(node(), 0, { dailyGasLimit: 2n * GAS })).toBe(2)
  expect(await rows()).toMatchObject([
    { status: 'sent' },
    { status: 'sent' },
    { status: 'queued', waitsMs: 60_000, attempts: 0 },
  ])
  useClock(() => NOW + 60_000)
  expect(await take(node(), 2, { dailyGasLimit: 3n * GAS - 1n })).toBe(0)
  expect(steps).toEqual(['simulated'])
  useClock(() => NOW + 120_000)
  expect(await take(node(), 2, { dailyGasLimit: 3n * GAS })).toBe(1)
})

test('a new day starts with no gas used', async () => {
  await enqueue(1)
  await take(node(), 0, { dailyGasLimit: GAS })
  await fixture.write((tx) => enqueueMint(tx, 2))
  useClock(() => Date.parse('2026-11-03T00:00:00.000Z'))
  expect(await take(node(), 1, { dailyGasLimit: GAS })).toBe(1)
})

test('a transaction that cannot be sent now is postponed, twice as long each time, up to a minute', async () => {
  await enqueue(1)
  const paused = node({ eth_estimateGas: reverts('EnforcedPause') })
  const waits: number[] = []
  for (const attempts of [0, 1, 3, 5, 6, 40]) {
    await fixture.test.database
      .query`update chain_transaction set simulation_attempts = ${attempts}, not_before = ${new Date(NOW)}`
    expect(await take(paused)).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'queued', attempts: attempts + 1, reason: 'EnforcedPause' })
    waits.push(row!.waitsMs)
  }
  expect(waits).toEqual([1_000, 2_000, 8_000, 32_000, 60_000, 60_000])
})

test('a rejection is final when nothing else is pending, and postponed otherwise', async () => {
  await enqueue(1)
  const refused = node({ eth_estimateGas: reverts('ReferenceMissing') })
  expect(await take(refused, 1)).toBe(0)
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
  useClock(() => NOW + 60_000)
  expect(await take(refused, 0)).toBe(0)
  expect(await rows()).toMatchObject([
    { status: 'failed', reason: expect.stringMatching(/^ReferenceMissing/) },
  ])
  expect(await fixture.recordedEvents()).toMatchObject([{ name: 'chain.transaction_failed' }])
})

describe('a transaction that was already executed', () => {
  const proof = { eth_getLogs: [{ transactionHash: hashOf(9) }] }
  const known = (block: number) => ({ ...proof, eth_getTransactionReceipt: receiptIn(block) })

  test('an already executed reference is confirmed once its log is confirmed, and waits until then', async () => {
    await enqueue(1)
    const refused = { eth_estimateGas: reverts('ReferenceAlreadyUsed') }
    expect(await take(node({ ...refused, ...known(99) }))).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 0, waitsMs: 0 }])
    expect(await take(node({ ...refused, ...known(98) }))).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'confirmed' }])
  })

  test('an already executed reference without a log on the node never fails', async () => {
    await enqueue(1)
    const blind = node({ eth_estimateGas: reverts('ReferenceAlreadyUsed') })
    for (let round = 1; round <= 5; round++) {
      useClock(() => NOW + round * 60_000)
      expect(await take(blind)).toBe(0)
      expect(await rows()).toMatchObject([{ status: 'queued', attempts: round }])
    }
    useClock(() => NOW + 6 * 60_000)
    expect(await take(node({ eth_estimateGas: reverts('ReferenceAlreadyUsed'), ...known(98) }))).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'confirmed' }])
    expect(await fixture.recordedEvents()).toMatchObject([{ name: 'chain.transaction_confirmed' }])
  })

  test('a transaction that had a nonce is searched on chain before it gets another one', async () => {
    await enqueue(1)
    await fixture.test.database.query`update chain_transaction set sent_block = 50`
    expect(await take(node(known(99)))).toBe(0)
    expect(await statuses()).toEqual(['queued'])
    expect(await take(node(known(98)))).toBe(0)
    expect(await statuses()).toEqual(['confirmed'])
  })

  test('a transaction that never had a nonce is simulated without a search', async () => {
    await enqueue(1)
    expect(await take(node(known(98)))).toBe(1)
  })

  test('a published call that is rejected now fails only when no account can execute it any more', async () => {
    await enqueue(1)
    const { query } = fixture.test.database
    await query`update chain_transaction set sent_block = 50, valid_until = to_timestamp(1000)`
    const confirmedAt = (seconds: number) =>
      node({
        eth_estimateGas: reverts('ReferenceMissing'),
        eth_getBlockByNumber: (number: Hex) => ({ ...canonicalChain(number), timestamp: hex(seconds) }),
      })
    expect(await take(confirmedAt(1_000))).toBe(0)
    expect(await statuses()).toEqual(['queued'])
    useClock(() => NOW + 60_000)
    expect(await take(confirmedAt(1_001))).toBe(0)
    expect(await statuses()).toEqual(['failed'])
  })

  test('a transaction without a log on chain gets a new nonce and keeps its first block', async () => {
    await enqueue(1)
    await fixture.test.database.query`update chain_transaction set sent_block = 50`
    expect(await take()).toBe(1)
    const [row] = await fixture.test.database
      .query`select sent_block::integer as block from chain_transaction`
    expect(row).toEqual({ block: 50 })
  })
})

test('a transaction that depends on a failed one fails, and one that depends on a confirmed one is sent', async () => {
  await enqueue(2)
  const { query } = fixture.test.database
  await query`update chain_transaction set status = 'failed', failure_reason = 'no' where reference = ${mintReference(1)}`
  await query`update chain_transaction set depends_on_reference = ${mintReference(1)} where reference = ${mintReference(2)}`
  expect(await take()).toBe(0)
  expect(await fixture.recordedEvents()).toMatchObject([
    { reference: mintReference(2), reason: 'PredecessorFailed' },
  ])
  await query`update chain_transaction set status = 'queued', failure_reason = null where reference = ${mintReference(2)}`
  await query`
    update chain_transaction set status = 'confirmed', transaction_hash = '0x', block_number = 1
    where reference = ${mintReference(1)}`
  expect(await take()).toBe(1)
})

test('two concurrent relayers assign each transaction one nonce', async () => {
  await enqueue(8)
  const taken = await Promise.all(
    Array.from({ length: 4 }, () => assignNonces(depsWithDatabase(fixture, node()), 0)),
  )
  expect(taken.reduce((sum, count) => sum + count)).toBe(8)
  expect((await rows()).map(({ nonce }) => nonce)).toEqual([5n, 6n, 7n, 8n, 9n, 10n, 11n, 12n])
})
