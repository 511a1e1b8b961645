import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { datesAsText } from '../../../../test/harness/dates-as-text.ts'
import { addMs, DAY_MS } from '../../clock.ts'
import { listOwnTransactionHashes } from './find-transactions.ts'
import { listTransactionStatuses } from './list-transaction-statuses.ts'
import {
  deleteExpiredAttemptRows,
  insertAttempts,
  insertTransaction,
  listOtherChains,
  listReady,
  listSent,
  lockQueued,
  lockSender,
  postpone,
  postponeAll,
  requeueFailed,
  requeueSent,
  updateSender,
  updateSettled,
} from './queries.ts'
import { createRelayerFixture, mintReference, type RelayerFixture } from './relayer-testbed.ts'
import { hashOf, queuedMint, sentMint } from './scripted-node-testbed.ts'

const NOW = new Date('2026-11-02T08:00:00.000Z')
const SENDER = '0x00000000000000000000000000000000000000a1'
const OTHER = '0x00000000000000000000000000000000000000a2'

let fixture: RelayerFixture
let db: RelayerFixture['test']['database']['autocommit']
beforeAll(async () => {
  fixture = await createRelayerFixture()
  db = fixture.test.database.autocommit
})
beforeEach(async () => {
  await db`delete from chain_transaction`
  await db`delete from chain_sender`
})
afterAll(() => fixture.drop())

const idOf = (number: number) => queuedMint(number).id

/** Mints with these numbers, each in this state. */
async function put(status: 'queued' | 'sent' | 'confirmed' | 'failed', ...numbers: number[]): Promise<void> {
  for (const number of numbers) {
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
    expect(await fixture.write((tx) => insertTransaction(tx, row))).toBe(true)
    expect(await fixture.write((tx) => insertTransaction(tx, row))).toBe(false)
    await db`
      update chain_transaction set status = ${status}, sender = ${SENDER}, nonce = ${number}, gas_limit = 1, sent_block = 1,
        transaction_hash = '0x', block_number = 1, failure_reason = 'no', settled_at = ${NOW}, simulation_attempts = 3
      where id = ${id}`
  }
}

interface Row {
  id: string
  status: string
  attempts: number
  notBefore: Date
  nonce: bigint | null
  reason: string | null
}
const rows = async () => [
  ...(await db<Row>`
    select id, status, simulation_attempts as attempts, not_before as "notBefore", nonce, failure_reason as reason
    from chain_transaction order by id`),
]

describe('transactions that are ready', () => {
  const ready = async (limit = 10, at = NOW) => (await listReady(db, limit, at)).map(({ id }) => id)

  test('ready transactions are queued and due, the oldest first, up to the limit', async () => {
    await put('queued', 3, 1, 2)
    for (const status of ['sent', 'confirmed', 'failed'] as const)
      await put(status, { sent: 11, confirmed: 12, failed: 13 }[status])
    expect(await ready()).toEqual([idOf(1), idOf(2), idOf(3)])
    expect(await ready(2)).toEqual([idOf(1), idOf(2)])
    expect(await ready(10, addMs(NOW, -1))).toEqual([])
  })

  test('a transaction that depends on another one is not ready until that one is settled', async () => {
    await put('queued', 1)
    const states = ['queued', 'sent', 'confirmed', 'failed'] as const
    await db`update chain_transaction set depends_on_reference = ${mintReference(2)} where id = ${idOf(1)}`
    expect(await ready()).toEqual([])
    await put('queued', 2)
    const found: boolean[] = []
    for (const status of states) {
      await db`update chain_transaction set status = ${status} where id = ${idOf(2)}`
      found.push((await ready()).includes(idOf(1)))
    }
    expect(found).toEqual([false, false, true, true])
  })
})

test('sent transactions of a key are listed by nonce, each with the versions of its current nonce', async () => {
  await put('sent', 2, 1, 3)
  await put('queued', 4)
  await db`update chain_transaction set sender = ${OTHER} where id = ${idOf(3)}`
  const attemptOf = (number: number, hash: number) => ({
    id: idOf(number),
    nonce: BigInt(number),
    attempt: sentMint(number, BigInt(number), [hash]).attempts[0]!,
  })
  const created = [attemptOf(1, 11), attemptOf(2, 12), attemptOf(3, 13), { ...attemptOf(1, 14), nonce: 77n }]
  await insertAttempts(db, [...created, { ...attemptOf(3, 16), nonce: 1n }], NOW)
  await insertAttempts(db, [attemptOf(1, 15), attemptOf(1, 11)], addMs(NOW, 1))
  const sent = await listSent(db, SENDER)
  expect(sent.map(({ nonce, attempts }) => [nonce, attempts.map(({ hash }) => hash)])).toEqual([
    [1n, [hashOf(11), hashOf(15)]],
    [2n, [hashOf(12)]],
  ])
  expect(sent[0]!.attempts[0]).toEqual({ ...attemptOf(1, 11).attempt, createdAt: NOW })
  const hashes = [hashOf(14), hashOf(99)]
  expect(await listOwnTransactionHashes(db, 'test.mint', hashes)).toEqual([hashOf(14)])
  expect(await listOwnTransactionHashes(db, 'test.burn', hashes)).toEqual([])
  expect(await listTransactionStatuses(db, [mintReference(4), mintReference(5)])).toEqual(
    new Map([[mintReference(4), 'queued']]),
  )
})

describe('the row of a sending key', () => {
  const key = { address: SENDER, genesisHash: hashOf(1), chainNonce: 5n, now: NOW } as const
  const lock = (changes: object = {}) => fixture.write((tx) => lockSender(tx, { ...key, ...changes }))

  test('a key row has the higher of its own nonce and the chain’s, and the gas used today', async () => {
    expect(await lock()).toEqual({ nextNonce: 5n, gasSpent: 0n })
    expect([...(await db`select gas_day::text as day from chain_sender`)]).toEqual([{ day: '2026-11-02' }])
    await fixture.write((tx) =>
      updateSender(tx, { address: SENDER, genesisHash: hashOf(1), nextNonce: 9n, gasSpent: 70n }),
    )
    expect(await lock({ chainNonce: 7n })).toEqual({ nextNonce: 9n, gasSpent: 70n })
    expect(await lock({ chainNonce: 12n })).toEqual({ nextNonce: 12n, gasSpent: 70n })
    expect(await lock({ now: new Date('2026-11-02T23:59:59.999Z') })).toMatchObject({ gasSpent: 70n })
    expect(await lock({ now: new Date('2026-11-03T00:00:00.000Z') })).toMatchObject({ gasSpent: 0n })
  })

  test('each key and chain has its own row', async () => {
    await lock()
    await lock({ address: OTHER })
    await lock({ genesisHash: hashOf(2) })
    await fixture.write((tx) =>
      updateSender(tx, { address: SENDER, genesisHash: hashOf(1), nextNonce: 9n, gasSpent: 70n }),
    )
    expect(await lock({ address: OTHER })).toEqual({ nextNonce: 5n, gasSpent: 0n })
    expect(await lock({ genesisHash: hashOf(2) })).toEqual({ nextNonce: 5n, gasSpent: 0n })
    expect([await listOtherChains(db, hashOf(1)), await listOtherChains(db, hashOf(3))]).toEqual([
      [hashOf(2)],
      [hashOf(1), hashOf(2)],
    ])
  })

  test('a key row is locked until the commit', async () => {
    await lock()
    const free = () => db`select from chain_sender for update skip locked`
    await fixture.write(async (tx) => {
      await lockSender(tx, key)
      expect(await free()).toHaveLength(0)
    })
    expect(await free()).toHaveLength(1)
  })
})

test('queued transactions are locked until the commit, and no others', async () => {
  await put('queued', 1, 2, 3)
  await put('sent', 4)
  await fixture.write(async (tx) => {
    const locked = await lockQueued(tx, [idOf(1), idOf(3), idOf(4)])
    expect([...locked].sort()).toEqual([idOf(1), idOf(3)])
    const free = await db<{ id: string }>`select id from chain_transaction order by id for update skip locked`
    expect(free.map(({ id }) => id)).toEqual([idOf(2), idOf(4)])
  })
})

test('only a failed transaction can be enqueued again, and it starts as a new one', async () => {
  await put('failed', 1, 2)
  await put('confirmed', 3)
  expect(await fixture.write((tx) => requeueFailed(tx, mintReference(1), addMs(NOW, 9)))).toBe(true)
  for (const number of [1, 3, 4])
    expect(await fixture.write((tx) => requeueFailed(tx, mintReference(number), NOW))).toBe(false)
  expect(datesAsText(await rows())).toMatchObject(
    datesAsText([
      { status: 'queued', attempts: 0, notBefore: addMs(NOW, 9), nonce: null, reason: null },
      { status: 'failed', attempts: 3 },
      { status: 'confirmed' },
    ]) as object,
  )
})

test('only a transaction that lost its nonce is queued again', async () => {
  await put('sent', 1, 2)
  await put('confirmed', 3)
  for (const number of [1, 3]) await requeueSent(db, idOf(number), addMs(NOW, 9))
  expect(datesAsText(await rows())).toMatchObject(
    datesAsText([
      { status: 'queued', nonce: null, notBefore: addMs(NOW, 9) },
      { status: 'sent', nonce: 2n },
      { status: 'confirmed', nonce: 3n },
    ]) as object,
  )
})

test('postponing adds one attempt or none, and changes queued transactions only', async () => {
  await put('queued', 1, 2, 3)
  await put('sent', 4)
  for (const number of [1, 4]) await postpone(db, idOf(number), addMs(NOW, 9), 'later')
  await fixture.write((tx) => postponeAll(tx, [idOf(2), idOf(4)], addMs(NOW, 7)))
  expect(datesAsText(await rows())).toMatchObject(
    datesAsText([
      { attempts: 4, notBefore: addMs(NOW, 9), reason: 'later' },
      { attempts: 3, notBefore: addMs(NOW, 7) },
      { attempts: 3, notBefore: NOW },
      { attempts: 3, notBefore: NOW },
    ]) as object,
  )
})

test('a transaction is settled once, and settling it changes no other', async () => {
  await put('sent', 1, 2)
  await put('queued', 3)
  const outcome = {
    transactionHash: null,
    blockNumber: null,
    blockHash: null,
    gasUsed: null,
    reason: 'no',
    now: NOW,
  }
  const settle = (number: number) =>
    fixture.write((tx) => updateSettled(tx, { id: idOf(number), status: 'failed', ...outcome }))
  expect([await settle(1), await settle(1), await settle(3), await settle(9)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'sent', 'failed'])
})

test('signed bytes with an old outcome are deleted in batches', async () => {
  await put('confirmed', 1, 2, 3)
  await put('sent', 4)
  const created = [1, 2, 3, 4].map((number) => ({
    id: idOf(number),
    nonce: BigInt(number),
    attempt: sentMint(number, BigInt(number)).attempts[0]!,
  }))
  await insertAttempts(db, created, NOW)
  await db`update chain_transaction set settled_at = null where id = ${idOf(4)}`
  await db`update chain_transaction set settled_at = ${addMs(NOW, DAY_MS)} where id = ${idOf(3)}`
  const left = async () =>
    (await db<{ id: string }>`select transaction_id as id from chain_attempt order by 1`).map(({ id }) => id)
  expect(await deleteExpiredAttemptRows(db, NOW, 10)).toBe(0)
  expect(await deleteExpiredAttemptRows(db, addMs(NOW, 1), 1)).toBe(1)
  expect(await left()).toEqual([idOf(2), idOf(3), idOf(4)])
  expect(await deleteExpiredAttemptRows(db, addMs(NOW, 1), 10)).toBe(1)
  expect(await left()).toEqual([idOf(3), idOf(4)])
})
