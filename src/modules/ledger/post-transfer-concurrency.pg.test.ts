import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collectOutcomes, createBarrier } from '../../../test/harness/barrier.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { createLedgerTestbed, type LedgerTestbed } from './ledger-testbed.ts'
import { HOUSE, userAccount } from './public/account.ts'
import { auditLedger } from './public/audit-ledger.ts'
import { chargeGems } from './public/charge-gems.ts'
import { postTransfer } from './public/post-transfer.ts'
import { rewardUser } from './public/reward-user.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
let testbed: LedgerTestbed
beforeAll(async () => {
  testbed = await createLedgerTestbed(16)
})
afterAll(async () => {
  await testbed.test.drop()
})

const reward = (userId: UserId, gems: number, source = `test:${newId()}`) =>
  testbed.write((tx) => rewardUser(tx, { userId, xp: 0, gems, source, reason: 'test', now }))
const charge = (userId: UserId, gems: number) =>
  testbed.write((tx) =>
    chargeGems(tx, { userId, gems, to: HOUSE.fees, source: `test:${newId()}`, reason: 'test', now }),
  )
const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, index) => work(index))

describe('concurrent transfers', () => {
  test('of 200 concurrent charges with gems for one, one is posted and 199 get INSUFFICIENT_GEMS', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = newId<'User'>()
      await reward(ada, 10)
      const outcome = await collectOutcomes(many(200, () => charge(ada, 10)))
      expect(outcome).toEqual({ done: 1, refused: { INSUFFICIENT_GEMS: 199 } })
      expect(await testbed.balanceOf(userAccount(ada), 'GEM')).toBe(0n)
    }
  })

  test('of 200 concurrent charges with gems for 137, 137 are posted', async () => {
    const ada = newId<'User'>()
    await reward(ada, 137 * 7 + 6)
    const outcome = await collectOutcomes(many(200, () => charge(ada, 7)))
    expect(outcome).toEqual({ done: 137, refused: { INSUFFICIENT_GEMS: 63 } })
    expect(await testbed.balanceOf(userAccount(ada), 'GEM')).toBe(6n)
  })

  test('100 concurrent first rewards of a new user are all posted', async () => {
    const ada = newId<'User'>()
    await Promise.all(many(100, (index) => reward(ada, index + 1)))
    expect(await testbed.balanceOf(userAccount(ada), 'GEM')).toBe(5_050n)
  })

  test('500 sources that are each posted four times concurrently are posted once', async () => {
    const users = many(20, () => Promise.resolve(newId<'User'>()))
    const ids = await Promise.all(users)
    const started = performance.now()
    const postings = await Promise.all(
      many(500, (index) => Promise.all(many(4, () => reward(ids[index % 20]!, 3, `once:${index}`)))),
    )
    reportMeasurement(`2,000 rewards of 500 sources in ${Math.round(performance.now() - started)} ms`)
    for (const same of postings) expect(same.filter(({ posted }) => posted)).toHaveLength(1)
    for (const id of ids) expect(await testbed.balanceOf(userAccount(id), 'GEM')).toBe(75n)
  })

  test('concurrent opposite transfers between the same users do not deadlock', async () => {
    const users = [newId<'User'>(), newId<'User'>(), newId<'User'>()]
    for (const user of users) await reward(user, 1_000)
    const deadlocks = async () => {
      const [row] = await testbed.database.query<{ deadlocks: number }>`
        select deadlocks::integer from pg_stat_database where datname = current_database()`
      return row!.deadlocks
    }
    const before = await deadlocks()
    const outcome = await collectOutcomes(
      many(600, (index) => {
        const [from, to] = [users[index % 3]!, users[(index + 1 + (index % 2)) % 3]!]
        // In both orders, so that only sorting by account prevents a deadlock.
        const entries = [
          { account: userAccount(from), asset: 'GEM' as const, amount: -1n },
          { account: userAccount(to), asset: 'GEM' as const, amount: 1n },
        ]
        if (index % 4 < 2) entries.reverse()
        return testbed.write((tx) =>
          postTransfer(tx, { source: `fro:${index}`, reason: 'test', entries, now }),
        )
      }),
    )
    expect(outcome).toEqual({ done: 600, refused: {} })
    await testbed.database.query`select pg_stat_force_next_flush()`
    expect((await deadlocks()) - before).toBe(0)
  })

  test('the ledger passes the audit after the concurrent transfers', async () => {
    expect((await auditLedger(testbed.database)).faults).toEqual([])
  })
})

describe('unsafe control', () => {
  test('an unsafe control that checks the balance before the update overdraws the account', async () => {
    await testbed.database.withSession(({ script }) =>
      script('create table purse (id integer primary key, gems bigint); insert into purse values (1, 10)'),
    )
    const meet = createBarrier(10)
    const unsafeCharge = () =>
      testbed.write(async (tx) => {
        const [purse] = await tx<{ gems: bigint }>`select gems from purse where id = 1`
        await meet()
        if (purse!.gems < 10n) throw Object.assign(new Error('too few'), { code: 'INSUFFICIENT_GEMS' })
        await tx`update purse set gems = ${purse!.gems - 10n} where id = 1`
      })
    expect(await collectOutcomes(many(10, unsafeCharge))).toEqual({ done: 10, refused: {} })
  })

  test('an unsafe control that checks the source before the insert pays more than once', async () => {
    await testbed.database.withSession(({ script }) =>
      script('create table payment (source text, gems bigint)'),
    )
    const meet = createBarrier(4)
    const unsafePay = () =>
      testbed.write(async (tx) => {
        const [paid] = await tx`select 1 from payment where source = 'once'`
        await meet()
        if (!paid) await tx`insert into payment values ('once', 3)`
      })
    await Promise.all(many(4, unsafePay))
    expect(await testbed.database.query`select gems from payment`).toHaveLength(4)
  })
})
