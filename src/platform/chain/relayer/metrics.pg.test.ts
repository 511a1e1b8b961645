import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { MINUTE_MS, SECOND_MS, useClock, useSystemClock } from '../../clock.ts'
import { RpcUnavailableError } from '../rpc.ts'
import { gasMetrics, transactionMetrics } from './metrics.ts'
import { insertTransaction } from './queries.ts'
import { RelayerBalance } from './relayer-balance.ts'
import { createRelayerFixture, type RelayerFixture } from './relayer-testbed.ts'
import { hex, queuedMint, scriptedNode } from './scripted-node-testbed.ts'

let fixture: RelayerFixture
let db: RelayerFixture['test']['database']['autocommit']
beforeAll(async () => {
  fixture = await createRelayerFixture()
  db = fixture.test.database.autocommit
})
afterAll(() => fixture.drop())

test('pending transactions are counted by state, with the age of the oldest', async () => {
  expect(await transactionMetrics.read(db)).toEqual({
    lyceum_chain_transactions_pending: { label: 'state', values: { queued: 0, sent: 0 } },
    lyceum_chain_transactions_oldest_seconds: { label: 'state', values: { queued: 0, sent: 0 } },
  })
  const unsettled = [
    ['queued', 300],
    ['queued', 200],
    ['sent', 100],
    ['confirmed', 9_000],
  ] as const
  for (const [index, [status, seconds]] of unsettled.entries()) {
    const { id, reference, kind, contract, callData, proofTopic } = queuedMint(4 - index)
    const now = new Date()
    const row = {
      id,
      reference,
      kind,
      contract,
      functionName: 'mint',
      callData,
      proofTopic,
      after: null,
      now,
    }
    await fixture.write((tx) => insertTransaction(tx, row))
    await db`
      update chain_transaction set status = ${status}, sender = '0x', nonce = 1, gas_limit = 1, transaction_hash = '0x',
        block_number = 1, created_at = now() - make_interval(secs => ${seconds})
      where id = ${id}`
  }
  const read = await transactionMetrics.read(db)
  expect(read.lyceum_chain_transactions_pending).toEqual({ label: 'state', values: { queued: 2, sent: 1 } })
  const { values } = read.lyceum_chain_transactions_oldest_seconds as { values: Record<string, number> }
  // By id, the transaction inserted second is the older one.
  expect([Math.floor(values.queued! / 100), Math.floor(values.sent! / 100)]).toEqual([2, 1])
})

test('the remaining gas is that of the current day', async () => {
  const left = async () => (await gasMetrics(100n).read(db)).lyceum_relayer_daily_gas_remaining
  expect(await left()).toBe(100)
  const spend = (days: number, spent: number) => db`
    insert into chain_sender (address, genesis_hash, next_nonce, gas_day, gas_used_today)
    values (${`0x${days}${spent}`}, '0x', 0, (now() at time zone 'UTC')::date - ${days}::integer, ${spent})`
  await spend(1, 60)
  expect(await left()).toBe(100)
  await spend(0, 30)
  expect(await left()).toBe(70)
  await spend(0, 101)
  expect(await left()).toBe(0)
})

test('the balance is read once for many scrapes, and is unknown until the first read ends', async () => {
  const rpc = scriptedNode({ eth_getBalance: hex(1_500_000_000_000_000_000n) })
  const balance = new RelayerBalance(rpc, '0x00000000000000000000000000000000000000a1')
  expect(() => balance.read()).toThrow('not known')
  const isKnown = () => {
    try {
      return balance.read() === 1.5
    } catch {
      return false
    }
  }
  await waitUntil(isKnown)
  expect([balance.read(), rpc.requests.length]).toEqual([1.5, 1])
  const away = new RelayerBalance(
    scriptedNode({ eth_getBalance: new RpcUnavailableError('away') }),
    '0x00000000000000000000000000000000000000a1',
  )
  for (let readBalance = 0; readBalance < 3; readBalance++) {
    expect(() => away.read()).toThrow('not known')
    await Bun.sleep(1)
  }
})

test('the balance is read every half minute, and shown for ten minutes while the node is unavailable', async () => {
  let nowMs = 1_000_000
  useClock(() => nowMs)
  try {
    let response: unknown = hex(10n ** 18n)
    const rpc = scriptedNode({ eth_getBalance: () => response })
    const balance = new RelayerBalance(rpc, '0x00000000000000000000000000000000000000a1')
    expect(() => balance.read()).toThrow('not known')
    await Bun.sleep(1)
    response = new RpcUnavailableError('away')
    nowMs += 30 * SECOND_MS
    expect([balance.read(), rpc.requests.length]).toEqual([1, 1])
    nowMs += 1
    expect([balance.read(), rpc.requests.length]).toEqual([1, 2])
    nowMs = 1_000_000 + 10 * MINUTE_MS
    expect(balance.read()).toBe(1)
    nowMs += 1
    expect(() => balance.read()).toThrow('not known')
  } finally {
    useSystemClock()
  }
})
