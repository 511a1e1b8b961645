import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Hex, keccak256, parseTransaction } from 'viem'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { XpToken } from '../../../../contracts/artifacts/XpToken.ts'
import { applyRules } from '../../../../test/harness/apply-rules.ts'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { addMs, DAY_MS, now, useSystemClock } from '../../clock.ts'
import { type ChainFixture, createChainFixture, keyOf } from '../chain-testbed.ts'
import { referenceHash } from '../contract.ts'
import type { Rpc } from '../rpc.ts'
import { enqueueTransaction, retryTransaction } from './enqueue-transaction.ts'
import type { RelayerDeps } from './relayer-deps.ts'
import {
  createRelayerFixture,
  enqueueMint,
  holder,
  mintReference,
  type RelayerFixture,
} from './relayer-testbed.ts'
import { attemptRetention } from './retention.ts'

let fixture: ChainFixture
let relay: RelayerFixture
/** All tests share one chain, and a reference works once per chain. */
let base = 0
beforeAll(async () => {
  fixture = await createChainFixture()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  relay = await createRelayerFixture()
  base += 10_000
})
afterEach(() => relay.drop())

async function drain(changes: Partial<RelayerDeps['settings']> = {}, rpc?: Rpc): Promise<void> {
  const relayer = await relay.relayer({
    chain: fixture.chain,
    account: fixture.minter,
    settings: changes,
    ...(rpc ? { rpc } : {}),
  })
  await waitUntil(async () => (await relayer.runOnce()) === 'idle')
}

async function minterNonce(): Promise<bigint> {
  return BigInt(
    await fixture.embedded.request<Hex>('eth_getTransactionCount', [fixture.minter.address, 'latest']),
  )
}

/** A node that accepts every transaction and loses it. */
function deaf(): Rpc {
  return {
    request: async (method, params) =>
      method === 'eth_sendRawTransaction' ? ('0x' as never) : fixture.embedded.request(method, params),
  }
}

const tokenOf = (number: number) =>
  fixture.chain.read(CourseCertificate, 'tokenOfReference', [referenceHash(mintReference(number))])

function enqueueBurn(reference: string, after?: string) {
  return relay.write((tx) =>
    enqueueTransaction(tx, {
      reference,
      kind: 'test.burn',
      contract: XpToken,
      functionName: 'burnBatch',
      args: [referenceHash(reference), [holder(base)], [5n]],
      ...(after ? { after } : {}),
    }),
  )
}

function enqueueXp(reference: string) {
  return relay.write((tx) =>
    enqueueTransaction(tx, {
      reference,
      kind: 'test.xp',
      contract: XpToken,
      functionName: 'mintBatch',
      args: [referenceHash(reference), [holder(base)], [5n]],
    }),
  )
}

test('a transaction is sent, confirmed and reported in an event with its logs', async () => {
  await relay.write((tx) => enqueueMint(tx, base))
  await drain()
  const owner = await fixture.chain.read(CourseCertificate, 'ownerOf', [await tokenOf(base)])
  expect(owner.toLowerCase()).toBe(holder(base))
  expect(await relay.recordedEvents()).toEqual([
    // ReferenceUsed, Transfer, MetadataUpdate, Locked.
    {
      name: 'chain.transaction_confirmed',
      reference: mintReference(base),
      kind: 'test.mint',
      reason: null,
      logs: 4,
    },
  ])
})

test('a hundred concurrent calls with the same reference enqueue one transaction', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => relay.write((tx) => enqueueMint(tx, base))),
  )
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  await drain()
  expect(await relay.statuses()).toEqual({ confirmed: 1 })
})

test('a transaction enqueued in a rolled-back database transaction does not exist', async () => {
  await relay
    .write(async (tx) => {
      await enqueueMint(tx, base)
      throw new Error('no')
    })
    .catch(() => undefined)
  await drain()
  expect(await relay.statuses()).toEqual({})
})

test('three hundred transactions are mined in the order of their nonces, in batches', async () => {
  const before = await minterNonce()
  await relay.write(async (tx) => {
    for (let number = 0; number < 300; number++) await enqueueMint(tx, base + number)
  })
  const started = performance.now()
  await drain()
  reportMeasurement(
    `relayer: ${(300 / ((performance.now() - started) / 1000)).toFixed(0)} transactions a second`,
  )
  expect(await relay.statuses()).toEqual({ confirmed: 300 })
  expect(await minterNonce()).toBe(before + 300n)
  expect(await relay.recordedEvents()).toHaveLength(300)
  const [row] = await relay.test.database.query<{ blocks: number; inOrder: boolean }>`
    select count(distinct block_number)::int as blocks,
      bool_and(nonce = ${before} + rank) as "inOrder"
    from (select *, row_number() over (order by id) - 1 as rank from chain_transaction) t`
  expect(row!.inOrder).toBe(true)
  expect(row!.blocks).toBeLessThan(60)
})

describe('checks before a nonce is assigned', () => {
  test('a call that the contract rejects fails with the name of the error', async () => {
    const before = await minterNonce()
    await enqueueBurn(`burn:${base}`)
    await drain()
    const [event] = await relay.recordedEvents()
    expect(event).toMatchObject({ name: 'chain.transaction_failed', kind: 'test.burn' })
    expect(event!.reason).toStartWith('ERC20InsufficientBalance(')
    expect(await minterNonce()).toBe(before)
  })

  test('a function that is not on the allow list is rejected even if the key could call it', async () => {
    const before = await minterNonce()
    await relay.write((tx) =>
      enqueueTransaction(tx, {
        reference: `renounce:${base}`,
        kind: 'test',
        contract: XpToken,
        functionName: 'renounceRole',
        args: [referenceHash('MINTER_ROLE'), fixture.minter.address],
      }),
    )
    await drain()
    expect(await relay.recordedEvents()).toMatchObject([{ reason: 'NotAllowed' }])
    expect(await minterNonce()).toBe(before)
  })

  test('a call that is rejected while others are pending is simulated again', async () => {
    const time = createTestClock()
    try {
      await enqueueXp(`xp:${base}`)
      const first = await relay.relayer({ chain: fixture.chain, account: fixture.minter, rpc: deaf() })
      await first.runOnce()
      await enqueueBurn(`burn:${base}`)
      await first.runOnce()
      expect(await relay.statuses()).toEqual({ queued: 1, sent: 1 })
      for (let round = 0; round < 2; round++) {
        time.advance(5_000)
        await drain()
      }
      expect(await relay.statuses()).toEqual({ confirmed: 2 })
    } finally {
      useSystemClock()
    }
  })

  test('a transaction to a paused contract waits', async () => {
    const time = createTestClock()
    try {
      await fixture.send(fixture.admin, CourseCertificate, 'pause', [])
      await relay.write((tx) => enqueueMint(tx, base))
      await drain()
      expect(await relay.statuses()).toEqual({ queued: 1 })
      await fixture.send(fixture.admin, CourseCertificate, 'unpause', [])
      time.advance(120_000)
      await drain()
      expect(await relay.statuses()).toEqual({ confirmed: 1 })
      expect(await relay.recordedEvents()).toHaveLength(1)
    } finally {
      useSystemClock()
    }
  })
})

test('a failed transaction is sent again under its reference after a retry', async () => {
  await enqueueBurn(`burn:${base}`)
  await drain()
  expect(await relay.write((tx) => retryTransaction(tx, `xp:${base}`))).toBe(false)
  await enqueueXp(`xp:${base}`)
  await drain()
  expect(await relay.write((tx) => retryTransaction(tx, `xp:${base}`))).toBe(false)
  expect(await relay.write((tx) => retryTransaction(tx, `burn:${base}`))).toBe(true)
  await drain()
  expect(await relay.statuses()).toEqual({ confirmed: 2 })
})

test('a dependent transaction waits for the other one, and fails if that one fails', async () => {
  await enqueueBurn(`burn:${base}`, `xp:${base}`)
  await drain()
  expect(await relay.statuses()).toEqual({ queued: 1 })
  await enqueueXp(`xp:${base}`)
  await drain()
  expect(await relay.statuses()).toEqual({ confirmed: 2 })

  await enqueueBurn(`burn again:${base}`)
  await enqueueXp(`xp again:${base}`)
  await enqueueBurn(`burn third:${base}`, `burn again:${base}`)
  await drain()
  expect(
    (await relay.recordedEvents()).map(({ reference, reason }) => [reference, reason?.replace(/\(.*/, '')]),
  ).toEqual([
    [`burn again:${base}`, 'ERC20InsufficientBalance'],
    [`burn third:${base}`, 'PredecessorFailed'],
    [`burn:${base}`, undefined],
    [`xp again:${base}`, undefined],
    [`xp:${base}`, undefined],
  ])
})

test('transactions over the daily gas limit are sent the next day', async () => {
  const time = createTestClock()
  try {
    await relay.write(async (tx) => {
      for (let number = 0; number < 10; number++) await enqueueMint(tx, base + number)
    })
    await drain({ dailyGasLimit: 600_000n })
    const { confirmed = 0, queued = 0 } = await relay.statuses()
    expect(confirmed + queued).toBe(10)
    expect(confirmed).toBeGreaterThan(1)
    expect(confirmed).toBeLessThan(6)
    await drain({ dailyGasLimit: 600_000n })
    expect((await relay.statuses()).confirmed).toBe(confirmed)
    time.advance(DAY_MS)
    await drain({ dailyGasLimit: 600_000n })
    expect((await relay.statuses()).confirmed).toBe(2 * confirmed)
  } finally {
    useSystemClock()
  }
})

test('a stuck transaction is replaced at the same nonce with a higher fee, and emits one event', async () => {
  const time = createTestClock()
  const seen: Hex[] = []
  // A node under load: it accepts transactions and drops those with a low fee.
  const busy: Rpc = {
    request: async (method, params) => {
      if (method !== 'eth_sendRawTransaction') return fixture.embedded.request(method, params)
      const raw = params![0] as Hex
      if (!seen.includes(raw)) seen.push(raw)
      return seen.length < 3 ? (keccak256(raw) as never) : fixture.embedded.request(method, params)
    },
  }
  try {
    await relay.write((tx) => enqueueMint(tx, base))
    const relayer = await relay.relayer({ chain: fixture.chain, account: fixture.minter, rpc: busy })
    for (let round = 0; round < 4; round++) {
      await relayer.runOnce()
      time.advance(61_000)
    }
    await drain()
    expect(await relay.statuses()).toEqual({ confirmed: 1 })
    expect(await relay.recordedEvents()).toHaveLength(1)
    const attempts = seen.map((raw) => parseTransaction(raw))
    expect(attempts).toHaveLength(3)
    expect(new Set(attempts.map(({ nonce }) => nonce)).size).toBe(1)
    expect(new Set(attempts.map(({ data }) => data)).size).toBe(1)
    for (const [index, { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }] of attempts.slice(1).entries()) {
      expect(8n * maxFeePerGas).toBeGreaterThanOrEqual(9n * attempts[index]!.maxFeePerGas!)
      expect(8n * maxPriorityFeePerGas).toBeGreaterThanOrEqual(
        9n * (attempts[index]!.maxPriorityFeePerGas ?? 0n),
      )
    }
    // Each version was stored before it was sent.
    const stored = await relay.test.database.query<{ hash: Hex }>`select hash from chain_attempt`
    expect(stored.map(({ hash }) => hash).sort()).toEqual(seen.map((raw) => keccak256(raw)).sort())
  } finally {
    useSystemClock()
  }
})

test('when fees rise, all waiting transactions are replaced in one round', async () => {
  const time = createTestClock()
  let floorWei = 0n
  const busy: Rpc = {
    request: async (method, params) => {
      if (method === 'eth_sendRawTransaction') {
        const raw = params![0] as Hex
        if (parseTransaction(raw).maxFeePerGas! < floorWei) return keccak256(raw) as never
      }
      const response = await fixture.embedded.request(method, params)
      if (method !== 'eth_getBlockByNumber') return response as never
      return { ...(response as object), baseFeePerGas: `0x${(floorWei / 2n).toString(16)}` } as never
    },
  }
  try {
    await relay.write(async (tx) => {
      for (let number = 0; number < 20; number++) await enqueueMint(tx, base + number)
    })
    const relayer = await relay.relayer({ chain: fixture.chain, account: fixture.minter, rpc: busy })
    floorWei = 10n ** 10n
    const first = await relay.relayer({ chain: fixture.chain, account: fixture.minter, rpc: cheap(busy) })
    await first.runOnce()
    expect(await relay.statuses()).toEqual({ sent: 20 })
    time.advance(61_000)
    await relayer.runOnce()
    await relayer.runOnce()
    expect(await relay.statuses()).toEqual({ confirmed: 20 })
  } finally {
    useSystemClock()
  }
})

/** The same node with the fees from before the rise. */
function cheap(rpc: Rpc): Rpc {
  return {
    request: async (method, params) => {
      const response = await rpc.request(method, params)
      return (
        method === 'eth_getBlockByNumber'
          ? { ...(response as object), baseFeePerGas: '0x3b9aca00' }
          : response
      ) as never
    },
  }
}

describe('a nonce that is already used', () => {
  test('a transaction whose nonce another program used with the same key gets a new nonce', async () => {
    await relay.write((tx) => enqueueMint(tx, base))
    const first = await relay.relayer({ chain: fixture.chain, account: fixture.minter, rpc: deaf() })
    await first.runOnce()
    expect(await relay.statuses()).toEqual({ sent: 1 })
    await fixture.sendTo(fixture.minter, keyOf('stranger').address, '0x')
    await drain()
    expect(await relay.statuses()).toEqual({ confirmed: 1 })
    expect(await tokenOf(base)).toBeGreaterThan(0n)
    expect(await relay.recordedEvents()).toHaveLength(1)
  })

  test('a transaction whose receipt is lost is confirmed by its log', async () => {
    const pruningNode: Rpc = {
      request: async (method, params) => {
        const response = await fixture.embedded.request<{ logs?: unknown[] } | null>(method, params)
        // The node returns receipts only for hashes found in logs.
        if (method === 'eth_getTransactionReceipt' && !fromLogs.has(params![0] as string))
          return null as never
        if (method === 'eth_getLogs')
          for (const log of response as { transactionHash: string }[]) fromLogs.add(log.transactionHash)
        return response as never
      },
    }
    const fromLogs = new Set<string>()
    const before = await fixture.chain.read(CourseCertificate, 'totalMinted', [])
    await relay.write((tx) => enqueueMint(tx, base))
    await drain({}, pruningNode)
    expect(await relay.statuses()).toEqual({ confirmed: 1 })
    expect(await fixture.chain.read(CourseCertificate, 'totalMinted', [])).toBe(before + 1n)
    expect(await relay.recordedEvents()).toMatchObject([{ name: 'chain.transaction_confirmed', logs: 4 }])
  })
})

test('a transaction whose reference was already executed is confirmed and not sent again', async () => {
  const sent = await fixture.send(fixture.minter, CourseCertificate, 'mint', [
    referenceHash(mintReference(base)),
    holder(base),
    'ipfs://earlier',
  ])
  const before = await fixture.chain.read(CourseCertificate, 'totalMinted', [])
  await relay.write((tx) => enqueueMint(tx, base))
  await drain()
  expect(await fixture.chain.read(CourseCertificate, 'totalMinted', [])).toBe(before)
  const [row] = await relay.test.database
    .query`select status, transaction_hash as hash from chain_transaction`
  expect(row).toEqual({ status: 'confirmed', hash: sent.hash })
})

test('a failing handler delays only its own transaction', async () => {
  await relay.write(async (tx) => {
    for (let number = 0; number < 5; number++) await enqueueMint(tx, base + number)
  })
  const script = (text: string) => relay.test.database.withSession((open) => open.script(text))
  await script(
    `alter table recorded_event add constraint not_this_one check (reference <> '${mintReference(base + 2)}')`,
  )
  const relayer = await relay.relayer({ chain: fixture.chain, account: fixture.minter })
  // The round reports the failure after it has done the rest.
  await expect(relayer.runOnce()).rejects.toThrow('not_this_one')
  expect(await relay.statuses()).toEqual({ confirmed: 4, sent: 1 })
  await expect(relayer.runOnce()).rejects.toThrow('not_this_one')
  await script('alter table recorded_event drop constraint not_this_one')
  await drain()
  expect(await relay.statuses()).toEqual({ confirmed: 5 })
  expect(await relay.recordedEvents()).toHaveLength(5)
})

test('a handler that fails on a rejected transaction does not stop other transactions from being sent', async () => {
  const script = (text: string) => relay.test.database.withSession((open) => open.script(text))
  await script(`alter table recorded_event add constraint no_burns check (kind <> 'test.burn')`)
  await enqueueBurn(`burn:${base}`)
  await relay.write((tx) => enqueueMint(tx, base + 1))
  const relayer = await relay.relayer({ chain: fixture.chain, account: fixture.minter })
  for (let round = 0; round < 3; round++) await relayer.runOnce().catch(() => undefined)
  expect(await relay.statuses()).toEqual({ confirmed: 1, queued: 1 })
  await script('alter table recorded_event drop constraint no_burns')
  await drain()
  expect(await relay.statuses()).toEqual({ confirmed: 1, failed: 1 })
})

test('signed bytes are deleted a month after the outcome, and the outcome is not', async () => {
  await relay.write((tx) => enqueueMint(tx, base))
  await drain()
  const { query } = relay.test.database
  const count = async () =>
    (await query<{ count: number }>`select count(*)::int as count from chain_attempt`)[0]!.count
  await applyRules(query, [attemptRetention], addMs(now(), 29 * DAY_MS))
  expect(await count()).toBe(1)
  await applyRules(query, [attemptRetention], addMs(now(), 31 * DAY_MS))
  expect(await count()).toBe(0)
  expect(await relay.statuses()).toEqual({ confirmed: 1 })
})

describe('transactions of the same shape in one round', () => {
  const HOLDERS = 20

  function enqueueBatch(name: string, first: number) {
    const reference = `shape:${base}:${name}`
    const holders = Array.from({ length: HOLDERS }, (_, index) => holder(first + index))
    return relay.write((tx) =>
      enqueueTransaction(tx, {
        reference,
        kind: 'test.xp',
        contract: XpToken,
        functionName: 'mintBatch',
        args: [referenceHash(reference), holders, holders.map(() => 7n)],
      }),
    )
  }

  /** Counts the requests to the node. */
  function counted(): { rpc: Rpc; requests: (method: string) => number } {
    const methods: string[] = []
    return {
      requests: (method) => methods.filter((one) => one === method).length,
      rpc: {
        request: (method, params) => {
          methods.push(method)
          return fixture.embedded.request(method, params)
        },
      },
    }
  }

  test('gas is estimated once per shape, and the others are simulated with that amount', async () => {
    for (let batch = 0; batch < 8; batch++) await enqueueBatch(`same:${batch}`, base + batch * HOLDERS)
    const { rpc, requests } = counted()
    await drain({}, rpc)
    expect(await relay.statuses()).toEqual({ confirmed: 8 })
    expect([requests('eth_estimateGas'), requests('eth_call')]).toEqual([1, 7])
  })

  test('a transaction that needs more gas than the first of its shape gets its own estimate', async () => {
    await enqueueBatch('before', base)
    await drain()
    // A recipient with a balance costs a third of one without.
    await enqueueBatch('again', base)
    await enqueueBatch('first time', base + 1_000)
    await enqueueBatch('once more', base)
    const { rpc, requests } = counted()
    await drain({}, rpc)
    expect(await relay.statuses()).toEqual({ confirmed: 4 })
    expect(requests('eth_estimateGas')).toBe(2)
    for (const index of [0, HOLDERS - 1]) {
      expect(await fixture.chain.read(XpToken, 'balanceOf', [holder(base + index)])).toBe(21n)
      expect(await fixture.chain.read(XpToken, 'balanceOf', [holder(base + 1_000 + index)])).toBe(7n)
    }
  })

  test('a rejected transaction does not fail the others of its shape', async () => {
    const balance = 7n
    await enqueueBatch('held', base)
    await drain()
    const burn = (name: string, from: number, amount: bigint) =>
      relay.write((tx) =>
        enqueueTransaction(tx, {
          reference: `shape:${base}:${name}`,
          kind: 'test.burn',
          contract: XpToken,
          functionName: 'burnBatch',
          args: [referenceHash(`shape:${base}:${name}`), [holder(from)], [amount]],
        }),
      )
    await burn('too much', base, balance + 1n)
    await burn('some', base + 1, balance)
    await burn('nothing there', base + 5_000, 1n)
    await burn('all', base + 2, balance)
    await drain()
    expect(await relay.statuses()).toEqual({ confirmed: 3, failed: 2 })
  })
})
