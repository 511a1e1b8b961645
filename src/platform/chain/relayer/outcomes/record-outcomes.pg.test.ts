import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { insertTransaction } from '../queries.ts'
import { createRelayerFixture, mintReference, type RelayerFixture } from '../relayer-testbed.ts'
import { depsWithDatabase, queuedMint, receiptIn, scriptedNode } from '../scripted-node-testbed.ts'
import type { Outcome } from '../transaction.ts'
import { recordOutcomes } from './record-outcomes.ts'

let fixture: RelayerFixture
beforeAll(async () => {
  fixture = await createRelayerFixture()
})
beforeEach(async () => {
  const { query } = fixture.test.database
  await query`delete from chain_transaction`
  await query`delete from recorded_event`
  await query`alter table recorded_event drop constraint if exists not_these`
})
afterAll(() => fixture.drop())

async function done(count: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let number = 1; number <= count; number++) {
    const transaction = queuedMint(number)
    const { id, reference, kind, contract, callData, proofTopic } = transaction
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
    outcomes.push({ confirmed: true, transaction, receipt: receiptIn(number) })
  }
  return outcomes
}

const record = (outcomes: Outcome[]) => recordOutcomes(depsWithDatabase(fixture, scriptedNode({})), outcomes)
const rejectEvents = (...numbers: number[]) =>
  fixture.test.database.withSession(({ script }) =>
    script(
      `alter table recorded_event add constraint not_these check (reference not in (${numbers
        .map((number) => `'${mintReference(number)}'`)
        .join(', ')}))`,
    ),
  )
const recordedNames = async () =>
  (await fixture.recordedEvents())
    .map(({ reference }) => Number(reference.split(':')[1]))
    .sort((a, b) => a - b)

test('each outcome is recorded and its event emitted once, however often it is found', async () => {
  const outcomes = await done(45)
  await record(outcomes)
  await record(outcomes)
  expect(await recordedNames()).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
  expect(await fixture.statuses()).toEqual({ confirmed: 45 })
})

test("the receipt's data is stored, and a failure with its reason", async () => {
  const [first, second] = await done(2)
  await record([first!, { confirmed: false, transaction: second!.transaction, reason: 'NotAllowed' }])
  const rows = await fixture.test.database.query`
    select status, transaction_hash as hash, block_number::integer as block, block_hash as "blockHash",
      gas_used::integer as gas, failure_reason as reason
    from chain_transaction order by id`
  const { transactionHash, blockHash } = receiptIn(1)
  expect([...rows]).toEqual([
    { status: 'confirmed', hash: transactionHash, block: 1, blockHash, gas: 21_000, reason: null },
    { status: 'failed', hash: null, block: null, blockHash: null, gas: null, reason: 'NotAllowed' },
  ])
  expect((await fixture.recordedEvents()).map(({ name, reason }) => [name, reason])).toEqual([
    ['chain.transaction_confirmed', null],
    ['chain.transaction_failed', 'NotAllowed'],
  ])
})

test('an outcome whose handler fails is retried in the next round, and the other outcome is recorded', async () => {
  const outcomes = await done(2)
  await rejectEvents(1)
  await expect(record(outcomes)).rejects.toThrow('not_these')
  expect(await recordedNames()).toEqual([2])
  expect(await fixture.statuses()).toEqual({ queued: 1, confirmed: 1 })
})

test('a single outcome whose handler fails throws the error', async () => {
  const outcomes = await done(1)
  await rejectEvents(1)
  await expect(record(outcomes)).rejects.toThrow()
  expect(await fixture.statuses()).toEqual({ queued: 1 })
})
