import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { fullPlan, queryPlansOf } from '../../../test/harness/query-plans.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { HOUSE, userAccount } from '../ledger/public/account.ts'
import { listChangedUsers, readLedgerCursor } from '../ledger/public/list-changed-users.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import { enqueueDueUsers } from './enqueue-due-users.ts'
import { listDue } from './queries.ts'
import { settleRewards } from './settle-rewards.ts'
import { settleUsers } from './settle-users.ts'
import { createSettlementTestbed, type SettlementTestbed } from './settlement-testbed.ts'

let testbed: SettlementTestbed
beforeAll(async () => {
  testbed = await createSettlementTestbed()
})
afterAll(() => testbed.test.drop())
beforeEach(async () => {
  await settle()
  for (const reference of await testbed.listOpen()) await testbed.confirm(reference)
})

const deps = () => ({ db: testbed.database.query, write: testbed.write })
const settle = (signal?: AbortSignal) =>
  settleRewards(deps(), { now: new Date(), ...(signal ? { signal } : {}) })
const moment = () => readLedgerCursor(testbed.database.query)
const due = async () => {
  const rows = await testbed.database.query<{ userId: UserId; asset: string }>`
    select user_id as "userId", asset from settlement_due order by asset, user_id`
  return rows.map(({ userId, asset }) => `${asset} ${userId}`)
}

/** Credits a user in a transaction that stays open until `commit` is called. */
async function earnSlowly(userId: UserId): Promise<{ commit(): Promise<void> }> {
  const [posted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const entries = [
    { account: userAccount(userId), asset: 'XP' as const, amount: 10n },
    { account: HOUSE.issuance, asset: 'XP' as const, amount: -10n },
  ]
  const writing = testbed.write(async (tx) => {
    await postTransfer(tx, { source: `test:${newId()}`, reason: 'a test', entries, now: new Date() })
    posted.resolve()
    await released.promise
  })
  await posted.promise
  return {
    commit: async () => {
      released.resolve()
      await writing
    },
  }
}

describe('a transaction that commits late', () => {
  test('a user whose transaction commits late is found, although later transactions were settled before', async () => {
    const [slow, quick] = [await testbed.addLearner(), await testbed.addLearner()]
    const earning = await earnSlowly(slow)
    await testbed.give(quick, 'XP', 10n)
    expect(await settle()).toEqual({ batches: 1 })
    await testbed.give(quick, 'GEM', 1n)
    await settle()
    await earning.commit()
    expect(await settle()).toEqual({ batches: 1 })
    for (const reference of await testbed.listOpen()) await testbed.confirm(reference)
    expect([await testbed.onChain(slow, 'XP'), await testbed.onChain(quick, 'XP')]).toEqual([10n, 10n])
  })

  test('an unsafe control that continues after the last seen transfer misses a late commit', async () => {
    const [slow, quick] = [await testbed.addLearner(), await testbed.addLearner()]
    const earning = await earnSlowly(slow)
    await testbed.give(quick, 'XP', 10n)
    const [seen] = await testbed.database.query<{ last: bigint }>`
      select max(transaction_number) as last from ledger_entry`
    await earning.commit()
    const since = { ...(await moment()), transactionNumber: seen!.last + 1n }
    expect(await listChangedUsers(testbed.database.query, { since, assets: ['XP'] })).toEqual([])
  })
})

describe('a due row', () => {
  /** Starts a settlement that waits before its first write until `proceed` is called. */
  async function settleSlowly(userId: UserId): Promise<{ goOn(): Promise<void> }> {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = testbed.write(async (tx) => {
      const slow = async (strings: TemplateStringsArray, ...values: unknown[]) => {
        if (/^\s*(insert|delete)/.test(strings[0]!)) {
          reached.resolve()
          await released.promise
        }
        return tx(strings, ...values)
      }
      await settleUsers(Object.assign(slow, tx) as Tx, { asset: 'XP', userIds: [userId], now: new Date() })
    })
    await reached.promise
    return {
      goOn: async () => {
        released.resolve()
        await writing
      },
    }
  }
  const hasLockWaiter = async () => {
    const rows = await testbed.database.query`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return rows.length > 0
  }

  test('a due row stays if a concurrent scan found the user again', async () => {
    const userId = await testbed.addLearner()
    await testbed.give(userId, 'XP', 10n)
    await enqueueDueUsers(deps())
    // Another process found no cursor before the first one stored it and is about to scan.
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const db = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
      reached.resolve()
      await released.promise
      return testbed.database.query(strings, ...values)
    }) as Db
    await testbed.database.query`delete from settlement_cursor`
    const walking = enqueueDueUsers({ ...deps(), db })
    await reached.promise
    const settling = await settleSlowly(userId)
    await testbed.give(userId, 'XP', 5n)
    released.resolve()
    await waitUntil(hasLockWaiter)
    await settling.goOn()
    await walking
    for (const reference of await testbed.listOpen()) await testbed.confirm(reference)
    expect(await settle()).toEqual({ batches: 1 })
    for (const reference of await testbed.listOpen()) await testbed.confirm(reference)
    expect(await testbed.onChain(userId, 'XP')).toBe(15n)
  })

  test('a due row stays if the open batch fails concurrently', async () => {
    const userId = await testbed.addLearner()
    await testbed.give(userId, 'XP', 10n)
    await settle()
    const [reference] = await testbed.listOpen()
    // The entry was read twice, which can happen, and another process listed the user before the batch was created.
    await testbed.database.query`insert into settlement_due (asset, user_id) values ('XP', ${userId})`
    const settling = await settleSlowly(userId)
    let hasFailed = false
    const failing = testbed.fail(reference!, 'OutOfGas').then(() => {
      hasFailed = true
    })
    await waitUntil(async () => hasFailed || (await hasLockWaiter()))
    await settling.goOn()
    await failing
    expect(await due()).toEqual([`XP ${userId}`])
    const batches = await settleRewards(deps(), { now: addMs(new Date(), DAY_MS) })
    expect(batches).toEqual({ batches: 1 })
  })
})

test('an incremental read that times out falls back to a scan of all balances', async () => {
  const userId = await testbed.addLearner()
  await testbed.give(userId, 'XP', 10n)
  const hasty = testbed.test.another({ poolSize: 2, statementTimeoutMs: 1_500 })
  const holding = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holder = testbed.write(async (tx) => {
    // The read of the entries never ends.
    await tx`lock table ledger_entry in access exclusive mode`
    isLocked.resolve()
    await holding.promise
  })
  await isLocked.promise
  await enqueueDueUsers({ db: hasty.query, write: createWrite(hasty, reactionTable([]), () => {}) })
  expect(await due()).toEqual([`XP ${userId}`])
  holding.resolve()
  await holder
  await hasty.close()
})

test('a changed user is due once until ledger and chain agree', async () => {
  const [userId, waiting] = [await testbed.addLearner(), newId<'User'>()]
  for (let time = 0; time < 3; time++) await testbed.give(userId, 'XP', 1n)
  await testbed.give(waiting, 'GEM', 5n)
  await testbed.give(userId, 'USDT', 5n)
  await enqueueDueUsers(deps())
  await enqueueDueUsers(deps())
  const pending = [`GEM ${waiting}`, `XP ${userId}`]
  expect(await due()).toEqual(pending)
  await settle()
  // A user without a wallet stays due.
  expect(await due()).toEqual(pending.slice(0, 1))
  await testbed.database.query`delete from settlement_due`
})

describe('a scan of all balances', () => {
  const forget = () => testbed.database.query`delete from settlement_cursor`

  test('the first run scans all balances, and an interrupted scan starts again', async () => {
    const userId = await testbed.addLearner()
    await testbed.give(userId, 'XP', 10n)
    await forget()
    expect(await settle(AbortSignal.abort())).toEqual({ batches: 0 })
    expect(await testbed.database.query`select from settlement_cursor`).toHaveLength(0)
    expect(await settle()).toEqual({ batches: 1 })
    expect(await testbed.database.query`select from settlement_cursor`).toHaveLength(1)
  })

  test('a run after a restore from another cluster scans all balances', async () => {
    const { query } = testbed.database
    for (const corrupt of [
      () => query`update settlement_cursor set transaction_number = 1000000000000000`,
      () => query`update settlement_cursor set cluster = cluster + 1, transaction_number = 1000000000000000`,
    ]) {
      await testbed.give(await testbed.addLearner(), 'XP', 10n)
      await corrupt()
      expect(await settle()).toEqual({ batches: 1 })
      const [cursor] = await query<{ number: bigint }>`
        select transaction_number as number from settlement_cursor`
      expect(cursor!.number).toBeLessThan(1_000_000_000_000_000n)
      for (const reference of await testbed.listOpen()) await testbed.confirm(reference)
    }
  })
})

test('an incremental read of five users reads no more pages with many users than with few', async () => {
  const { query } = testbed.database
  const pages: number[] = []
  for (const users of [6_000, 18_000]) {
    // These users are settled.
    await query`
      with earner as (select uuidv7() as id, number from generate_series(1, ${users}) as number),
      transfer as (
        insert into ledger_transfer (id, source, reason, created_at)
        select uuidv7(), 'many:' || uuidv7(), 'a test', now() returning id)
      insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
      select transfer.id, number, 'user:' || earner.id, 'XP', 10, now() from earner, transfer
      union all select id, -1, 'house:issuance', 'XP', -10 * ${users}::bigint, now() from transfer`
    await query`vacuum analyze ledger_entry`
    const since = await moment()
    const movers = await Promise.all(Array.from({ length: 5 }, () => testbed.addLearner()))
    for (const userId of movers) await testbed.give(userId, 'XP', 10n)
    const read = await queryPlansOf(testbed.database, async (db) => {
      expect(await listChangedUsers(db, { since, assets: ['XP', 'GEM'] })).toHaveLength(5)
      await listDue(db, { asset: 'XP', after: undefined, limit: 1_000, now: new Date() })
    })
    const { plan, pages: touched } = fullPlan(read)
    expect(plan).toContain('ledger_entry_transaction_number')
    expect(plan).not.toContain('Seq Scan on ledger_entry')
    pages.push(touched)
  }
  const [table] = await query<{ pages: number }>`
    select relpages as pages from pg_class where relname = 'ledger_entry'`
  reportMeasurement(
    `reading five changed users: ${pages[0]} pages after 6,000 entries, ${pages[1]} pages after 24,000 (${table!.pages} pages)`,
  )
  // A range of the index has 32 pages, and one or two ranges are read.
  expect(pages[1]!).toBeLessThan(pages[0]! + 64)
  expect(pages[1]!).toBeLessThan(table!.pages / 3)
})
