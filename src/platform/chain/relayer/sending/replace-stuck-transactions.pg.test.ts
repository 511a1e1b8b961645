import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type Hex, parseTransaction } from 'viem'
import { addMs, useClock, useSystemClock } from '../../../clock.ts'
import { insertAttempts, insertTransaction, listSent } from '../queries.ts'
import { createRelayerFixture, type RelayerFixture } from '../relayer-testbed.ts'
import {
  canonicalChain,
  depsWithDatabase,
  queuedMint,
  scriptedNode,
  sentMint,
} from '../scripted-node-testbed.ts'
import type { SentTransaction } from '../transaction.ts'
import { replaceStuckTransactions } from './replace-stuck-transactions.ts'

const NOW = new Date('2026-11-02T08:00:00.000Z')
const STUCK_MS = 60_000
/** With a base fee of 100 and a tip of 1. */
const SUGGESTED = 201n

let fixture: RelayerFixture
beforeAll(async () => {
  fixture = await createRelayerFixture()
})
beforeEach(async () => {
  useClock(() => NOW.getTime())
  await fixture.test.database.query`delete from chain_transaction`
})
afterEach(useSystemClock)
afterAll(() => fixture.drop())

const node = () =>
  scriptedNode({
    eth_getTransactionCount: '0x5',
    eth_getBlockByNumber: canonicalChain,
    eth_maxPriorityFeePerGas: '0x1',
  })

/** A transaction with this age and fee. */
async function sent(
  number: number,
  nonce: bigint,
  ageMs: number,
  maxFeeWei = 100n,
): Promise<SentTransaction> {
  const { query } = fixture.test.database
  const { id, reference, kind, contract, callData, proofTopic } = queuedMint(number)
  const row = {
    id,
    reference,
    kind,
    contract,
    functionName: 'mint',
    callData,
    proofTopic,
    after: null,
    now: NOW,
  }
  await fixture.write((tx) => insertTransaction(tx, row))
  const { sender } = depsWithDatabase(fixture, node())
  await query`
    update chain_transaction set status = 'sent', nonce = ${nonce}, gas_limit = 100000, sent_block = 1, sender = ${sender}
    where id = ${id}`
  const attempt = { ...sentMint(number, nonce).attempts[0]!, maxFeeWei }
  await insertAttempts(fixture.test.database.autocommit, [{ id, nonce, attempt }], addMs(NOW, -ageMs))
  const found = (await listSent(query, sender)).find((one) => one.id === id)
  return found!
}

/** Replaces stuck transactions and returns the fee of each sent transaction in nonce order. */
async function offersAfter(
  open: SentTransaction[],
  rpc = node(),
  maxFeeWei = 10n ** 12n,
): Promise<bigint[][]> {
  const deps = depsWithDatabase(fixture, rpc, { stuckMs: STUCK_MS, maxFeeWei })
  await replaceStuckTransactions(deps, open)
  const rows = await listSent(fixture.test.database.query, deps.sender)
  return rows.map(({ attempts }) => attempts.map((attempt) => attempt.maxFeeWei))
}

test('the transaction with the lowest nonce gets a higher fee after the replace interval, and not before', async () => {
  const rpc = node()
  const young = await sent(1, 5n, STUCK_MS - 1)
  expect(await offersAfter([young], rpc)).toEqual([[100n]])
  expect(rpc.requests).toEqual([])
  await fixture.test.database.query`delete from chain_transaction`
  const old = await sent(1, 5n, STUCK_MS)
  expect(await offersAfter([old])).toEqual([[100n, SUGGESTED]])
})

test('a replacement has the same call, nonce and gas, and a new signature', async () => {
  const old = await sent(1, 5n, STUCK_MS)
  await offersAfter([old])
  const [row] = await fixture.test.database.query<{ raw: Buffer }>`
    select raw from chain_attempt where max_fee_wei = ${SUGGESTED}`
  const { nonce, data, gas, maxFeePerGas } = parseTransaction(`0x${row!.raw.toString('hex')}` as Hex)
  expect([nonce, data, gas, maxFeePerGas]).toEqual([
    5,
    `0x${old.callData.toString('hex')}` as Hex,
    100_000n,
    SUGGESTED,
  ])
})

test('of the later transactions only those below the current fee get a higher fee', async () => {
  const open = [
    await sent(1, 5n, STUCK_MS, SUGGESTED),
    await sent(2, 6n, STUCK_MS, SUGGESTED - 1n),
    await sent(3, 7n, STUCK_MS, SUGGESTED),
  ]
  const raised = (fee: bigint) => fee + fee / 8n + 1n
  expect(await offersAfter(open)).toEqual([
    [SUGGESTED, raised(SUGGESTED)],
    [SUGGESTED - 1n, raised(SUGGESTED - 1n)],
    [SUGGESTED],
  ])
})

test('a transaction whose nonce is mined is not replaced, however low its fee', async () => {
  expect(await offersAfter([await sent(1, 4n, STUCK_MS)])).toEqual([[100n]])
})

test('no replacement exceeds the fee limit', async () => {
  expect(await offersAfter([await sent(1, 5n, STUCK_MS)], node(), 112n)).toEqual([[100n]])
  await fixture.test.database.query`delete from chain_transaction`
  expect(await offersAfter([await sent(1, 5n, STUCK_MS)], node(), 113n)).toEqual([[100n, 113n]])
})
