import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { keccak256, stringToHex } from 'viem'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { HOUSE, userAccount } from '../ledger/public/account.ts'
import { getUserBalances } from '../ledger/public/list-balances.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import { listWalletAddresses } from '../wallet/public/wallet-addresses.ts'
import { listSettlementTransactions } from './public/list-settlement-transactions.ts'
import { recordExternalMints } from './public/record-external-mints.ts'
import { insertBatches, listPositions } from './queries.ts'
import { settleRewards } from './settle-rewards.ts'
import { createSettlementTestbed, type SettlementTestbed } from './settlement-testbed.ts'

let testbed: SettlementTestbed
beforeAll(async () => {
  testbed = await createSettlementTestbed()
})
afterAll(() => testbed.test.drop())
beforeEach(async () => {
  // Settles the users of the previous test.
  await settle()
  for (const reference of await testbed.listOpen()) await testbed.confirm(reference)
})

const settle = (now = new Date()) =>
  settleRewards({ db: testbed.database.query, write: testbed.write }, { now })

async function confirmAll(): Promise<number> {
  const open = await testbed.listOpen()
  for (const reference of open) await testbed.confirm(reference)
  return open.length
}

test('many users are settled in one transaction with their ledger balances', async () => {
  const users = await Promise.all(Array.from({ length: 30 }, () => testbed.addLearner()))
  await Promise.all(users.map((userId, index) => testbed.give(userId, 'XP', BigInt(index + 1))))
  await Promise.all(users.slice(0, 10).map((userId) => testbed.give(userId, 'GEM', 7n)))
  expect(await settle()).toEqual({ batches: 2 })
  expect(await confirmAll()).toBe(2)
  for (const [index, userId] of users.entries()) {
    expect(await testbed.onChain(userId, 'XP')).toBe(BigInt(index + 1))
    expect(await testbed.onChain(userId, 'GEM')).toBe(index < 10 ? 7n : 0n)
  }
  expect(await settle()).toEqual({ batches: 0 })
  const [pending] = await testbed.database.query<{ contract: string; functionName: string; kind: string }>`
    select contract, function_name as "functionName", kind from chain_transaction where contract = 'GemToken'`
  expect(pending).toEqual({ contract: 'GemToken', functionName: 'mintBatch', kind: 'settlement.batch' })
})

test('XP that is earned while a batch is open waits for the next batch', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'XP', 10n)
  await settle()
  await testbed.give(userId, 'XP', 5n)
  expect(await settle()).toEqual({ batches: 0 })
  await confirmAll()
  expect(await testbed.onChain(userId, 'XP')).toBe(10n)
  expect(await settle()).toEqual({ batches: 1 })
  await confirmAll()
  expect(await testbed.onChain(userId, 'XP')).toBe(15n)
})

test('spent gems are burned after the mint of the earned gems is confirmed', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'GEM', 100n)
  await settle()
  await testbed.give(userId, 'GEM', -60n)
  expect(await settle()).toEqual({ batches: 0 })
  await confirmAll()
  expect(await settle()).toEqual({ batches: 1 })
  const [batch] = await testbed.database.query<{ direction: string; amount: bigint; balance: bigint }>`
    select direction, amount, balance from settlement_line join settlement_batch as batch on batch.id = batch_id
    where user_id = ${userId} order by batch.created_at desc limit 1`
  expect(batch).toEqual({ direction: 'BURN', amount: 60n, balance: 40n })
  await confirmAll()
  expect(await testbed.onChain(userId, 'GEM')).toBe(40n)
  await testbed.give(userId, 'GEM', -40n)
  await settle()
  await confirmAll()
  expect(await testbed.onChain(userId, 'GEM')).toBe(0n)
})

test('a balance that returns to its settled value needs no transaction', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'GEM', 30n)
  await testbed.give(userId, 'GEM', -30n)
  expect(await settle()).toEqual({ batches: 0 })
})

test('each line stores the balance and the last transfer that it settles', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'XP', 3n)
  await testbed.give(userId, 'XP', 4n)
  await settle()
  const [line] = await testbed.database.query<{ balance: bigint; last: boolean }>`
    select balance, last_transfer_id = (
      select transfer_id from ledger_entry where account = ${`user:${userId}`} order by transfer_id desc limit 1
    ) as last from settlement_line where user_id = ${userId}`
  expect(line).toEqual({ balance: 7n, last: true })
})

describe('ten concurrent settlements', () => {
  async function learners(count: number): Promise<UserId[]> {
    const users = await Promise.all(Array.from({ length: count }, () => testbed.addLearner()))
    await Promise.all(users.map((userId) => testbed.give(userId, 'XP', 10n)))
    return users
  }

  test('ten concurrent settlements enqueue every amount once', async () => {
    const users = await learners(40)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => settle()))
    expect(outcomes.reduce((sum, { batches }) => sum + batches, 0)).toBe(1)
    await confirmAll()
    for (const userId of users) expect(await testbed.onChain(userId, 'XP')).toBe(10n)
  })

  test('an unsafe control without the lock enqueues amounts more than once', async () => {
    const users = await learners(3)
    const meet = createBarrier(2)
    const unsafeControl = async (tx: Tx) => {
      const [balances, positions, addresses] = await Promise.all([
        getUserBalances(tx, { asset: 'XP', userIds: users }),
        listPositions(tx, 'XP', users),
        listWalletAddresses(tx, users),
      ])
      await meet()
      expect(positions).toEqual([])
      const lines = balances.map((row) => ({
        ...row,
        amount: row.balance,
        address: addresses.get(row.userId)!,
      }))
      await insertBatches(tx, 'XP', [{ id: newId(), direction: 'MINT', lines }], new Date())
    }
    await Promise.all([testbed.write(unsafeControl), testbed.write(unsafeControl)])
    await confirmAll()
    for (const userId of users) expect(await testbed.onChain(userId, 'XP')).toBe(20n)
  })
})

test('a repeated relayer event closes a batch once', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'XP', 10n)
  await settle()
  const [reference] = await testbed.listOpen()
  await testbed.confirm(reference!)
  await testbed.confirm(reference!)
  await testbed.fail(reference!, 'too late to fail')
  expect(await testbed.onChain(userId, 'XP')).toBe(10n)
  expect(await settle()).toEqual({ batches: 0 })
})

test('a failed batch is retried later with one batch per user, so that one user does not block others', async () => {
  const [fine, poison] = [await testbed.addLearner(), await testbed.addLearner()]
  await Promise.all([testbed.give(fine, 'XP', 10n), testbed.give(poison, 'XP', 10n)])
  expect(await settle()).toEqual({ batches: 1 })
  const [both] = await testbed.listOpen()
  await testbed.fail(both!, 'ERC20InvalidReceiver')
  expect(await settle()).toEqual({ batches: 0 })

  const afterAMinute = addMs(new Date(), MINUTE_MS + 1_000)
  expect(await settle(afterAMinute)).toEqual({ batches: 2 })
  const [poisoned] = await testbed.database.query<{ reference: string }>`
    select 'settlement:' || batch_id as reference from settlement_line join settlement_batch on id = batch_id
    where user_id = ${poison} and status = 'OPEN'`
  await testbed.fail(poisoned!.reference, 'ERC20InvalidReceiver')
  await confirmAll()
  expect([await testbed.onChain(fine, 'XP'), await testbed.onChain(poison, 'XP')]).toEqual([10n, 0n])

  // The failing user is retried, and no other user waits.
  await testbed.give(fine, 'XP', 1n)
  expect(await settle()).toEqual({ batches: 1 })
  expect(await settle(addMs(new Date(), DAY_MS))).toEqual({ batches: 1 })
  await confirmAll()
  expect([await testbed.onChain(fine, 'XP'), await testbed.onChain(poison, 'XP')]).toEqual([11n, 10n])
})

test('the next batch corrects a failed batch that an operator sent again', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'GEM', 10n)
  await settle()
  const [failed] = await testbed.listOpen()
  await testbed.fail(failed!, 'EnforcedPause')
  await settle(addMs(new Date(), MINUTE_MS + 1_000))
  await confirmAll()
  expect(await testbed.onChain(userId, 'GEM')).toBe(10n)
  await testbed.confirm(failed!)
  expect(await testbed.onChain(userId, 'GEM')).toBe(20n)
  expect(await settle()).toEqual({ batches: 1 })
  await confirmAll()
  expect(await testbed.onChain(userId, 'GEM')).toBe(10n)
  expect(await settle()).toEqual({ batches: 0 })
})

test('listSettlementTransactions finds a transaction before it is sent and after it is confirmed', async () => {
  const { query } = testbed.database
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'XP', 10n)
  await settle()
  const [reference] = await testbed.listOpen()
  const hash = keccak256(stringToHex(reference!))
  expect([...(await listSettlementTransactions(query, [hash]))]).toEqual([])
  const sign = (kind: string, signed: string) => query`
    with owed as (
      insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, created_at)
      values (${Bun.randomUUIDv7()}, ${`test:${signed}`}, ${kind}, 'XpToken', 'mintBatch', ''::bytea, '0x', now())
      returning id)
    insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
    select ${signed}, id, 1, ''::bytea, 1, 1, now() from owed`
  const another = keccak256(stringToHex('another'))
  await sign('settlement.batch', hash)
  await sign('certificates.mint', another)
  expect([...(await listSettlementTransactions(query, [another, hash]))]).toEqual([hash])
  expect([...(await listSettlementTransactions(query, []))]).toEqual([])
  await testbed.confirm(reference!)
  await query`delete from chain_attempt`
  expect([...(await listSettlementTransactions(query, [hash, another]))]).toEqual([hash])
})

describe('recordExternalMints', () => {
  /** Applies a mint event: credits the ledger and records the external mint. */
  const creditFromChain = (userId: UserId, amount: bigint, between = async () => {}) =>
    testbed.write(async (tx) => {
      await recordExternalMints(tx, [{ userId, asset: 'XP', amount }])
      await between()
      const entries = [
        { account: userAccount(userId), asset: 'XP' as const, amount },
        { account: HOUSE.issuance, asset: 'XP' as const, amount: -amount },
      ]
      await postTransfer(tx, { source: `chain:${newId()}`, reason: 'a test', entries, now: new Date() })
    })

  test('an external mint is not minted again', async () => {
    const userId = await testbed.addLearner()
    await creditFromChain(userId, 25n)
    expect(await settle()).toEqual({ batches: 0 })
    await testbed.give(userId, 'XP', 5n)
    await settle()
    await confirmAll()
    expect(await testbed.onChain(userId, 'XP')).toBe(5n)
  })

  test('settlement waits for a concurrent credit of an external mint', async () => {
    const userId = await testbed.addLearner()
    await testbed.give(userId, 'XP', 10n)
    const [noted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const crediting = creditFromChain(userId, 3n, () => {
      noted.resolve()
      return released.promise
    })
    await noted.promise
    const settling = settle()
    await waitUntil(async () => {
      const waiting = await testbed.database.query`
        select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`
      return waiting.length === 1
    })
    released.resolve()
    await Promise.all([crediting, settling])
    await confirmAll()
    expect(await testbed.onChain(userId, 'XP')).toBe(10n)
    expect(await settle()).toEqual({ batches: 0 })
  })

  test('concurrent external mints and settlements keep ledger and chain equal', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => testbed.addLearner()))
    await Promise.all([
      ...users.flatMap((userId) => [
        creditFromChain(userId, 3n),
        testbed.give(userId, 'XP', 10n),
        creditFromChain(userId, 4n),
      ]),
      ...Array.from({ length: 10 }, () => settle()),
    ])
    await confirmAll()
    await settle()
    await confirmAll()
    for (const userId of users) expect(await testbed.onChain(userId, 'XP')).toBe(10n)
    const burned = await testbed.database.query`
      select from settlement_line join settlement_batch on id = batch_id
      where direction = 'BURN' and user_id = any(${users}::uuid[])`
    expect(burned).toEqual([])
  })
})

test('more users than fit in one transaction are all settled', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => testbed.addLearner()))
  // Two pages of users without a wallet, who stay due.
  await testbed.database.query`
    insert into user_account (id, email, username, created_at)
    select uuidv7(), 'page' || n || '@example.com', 'page_' || n, now() from generate_series(1, 1500) as n`
  await testbed.database.query`
    with transfer as (
      insert into ledger_transfer (id, source, reason, created_at) values (uuidv7(), 'pages', 'a test', now())
      returning id
    ), leg as (select 'user:' || id as account, 3 as amount from user_account where username like 'page_%')
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select transfer.id, row_number() over (), account, 'XP', amount, now() from transfer, (
      select account, amount from leg union all select 'house:issuance', -sum(amount) from leg) as legs`
  await Promise.all(users.map((userId) => testbed.give(userId, 'XP', 9n)))
  await settle()
  await confirmAll()
  for (const userId of users) expect(await testbed.onChain(userId, 'XP')).toBe(9n)
})
