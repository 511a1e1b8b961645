import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newId } from '../../../platform/ids.ts'
import { createLedgerTestbed, type LedgerTestbed } from '../ledger-testbed.ts'
import { type AccountName, contestAccount, HOUSE, userAccount } from './account.ts'
import { auditLedger } from './audit-ledger.ts'
import { chargeGems } from './charge-gems.ts'
import { getTotals } from './get-totals.ts'
import { postTransfer, postTransfers } from './post-transfer.ts'
import { rewardUser } from './reward-user.ts'
import type { TransferEntry } from './transfer.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
let testbed: LedgerTestbed
beforeAll(async () => {
  testbed = await createLedgerTestbed()
})
afterAll(() => testbed.test.drop())

const newSource = () => `test:${newId()}`
const gemEntries = (...amounts: [AccountName, bigint][]): TransferEntry[] =>
  amounts.map(([account, amount]) => ({ account, asset: 'GEM', amount }))
const post = (amounts: TransferEntry[], source = newSource()) =>
  testbed.write((tx) => postTransfer(tx, { source, reason: 'test', entries: amounts, now }))
const reward = (userId: ReturnType<typeof newId<'User'>>, gems: number, xp = 0, source = newSource()) =>
  testbed.write((tx) => rewardUser(tx, { userId, xp, gems, source, reason: 'test', now }))

describe('postTransfer', () => {
  test('a transfer returns the new balances of its accounts in every asset, without house accounts', async () => {
    const ada = newId<'User'>()
    await reward(ada, 0, 40)
    const posting = await post(gemEntries([userAccount(ada), 30n], [HOUSE.issuance, -30n]))
    expect(posting.posted).toBe(true)
    expect(posting.balances.toSorted((one, other) => (one.asset < other.asset ? -1 : 1))).toEqual([
      { account: userAccount(ada), asset: 'GEM', balance: 30n },
      { account: userAccount(ada), asset: 'XP', balance: 40n },
    ])
    expect(await testbed.balanceOf(userAccount(ada), 'GEM')).toBe(30n)
  })

  test('a transfer stores its entries in the order of their accounts', async () => {
    const [ada, bob] = [userAccount(newId()), userAccount(newId())].sort() as [AccountName, AccountName]
    const source = newSource()
    await post(gemEntries([bob, 2n], [HOUSE.issuance, -3n], [ada, 1n]), source)
    const entries = await testbed.database.query<{ account: string }>`
      select account from ledger_entry join ledger_transfer on id = transfer_id
      where source = ${source} order by line`
    expect(entries.map(({ account }) => account)).toEqual([HOUSE.issuance, ada, bob])
  })

  test('a transfer with a used source moves nothing and returns the current balances', async () => {
    const ada = newId<'User'>()
    const source = newSource()
    await reward(ada, 30, 0, source)
    const again = await post(gemEntries([userAccount(ada), 1_000n], [HOUSE.issuance, -1_000n]), source)
    expect(again).toEqual({
      posted: false,
      balances: [{ account: userAccount(ada), asset: 'GEM', balance: 30n }],
    })
  })

  test('a transfer supports amounts above the safe integers of JavaScript', async () => {
    const account = userAccount(newId())
    const amount = 4_611_686_018_427_387_905n
    const { balances } = await post(gemEntries([account, amount], [HOUSE.issuance, -amount]))
    expect(balances).toEqual([{ account, asset: 'GEM', balance: amount }])
    await post(gemEntries([account, -amount], [HOUSE.issuance, amount]))
  })

  test('a transfer between house accounts creates no balance row', async () => {
    expect(await post(gemEntries([HOUSE.fees, 5n], [HOUSE.issuance, -5n]))).toEqual({
      posted: true,
      balances: [],
    })
  })

  test('a transfer above the balance is refused for every asset and leaves no row', async () => {
    const [ada, bob] = [newId<'User'>(), newId<'User'>()]
    await reward(ada, 10, 10)
    const source = newSource()
    await expect(
      post(gemEntries([userAccount(ada), -11n], [userAccount(bob), 11n]), source),
    ).rejects.toMatchObject({
      code: 'INSUFFICIENT_GEMS',
      status: 402,
    })
    const xp: TransferEntry[] = [
      { account: userAccount(ada), asset: 'XP', amount: -11n },
      { account: HOUSE.issuance, asset: 'XP', amount: 11n },
    ]
    await expect(post(xp)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE', status: 402 })
    expect(await testbed.write((tx) => getTotals(tx, ada))).toEqual({ totalXP: 10, totalGems: 10 })
    expect(await testbed.balanceOf(userAccount(bob), 'GEM')).toBe(0n)
    // The source of a refused transfer can be used again.
    expect((await post(gemEntries([userAccount(ada), -10n], [userAccount(bob), 10n]), source)).posted).toBe(
      true,
    )
  })

  test('a refused exchange names the asset that is missing, not the other one', async () => {
    const ada = userAccount(newId())
    const trade: TransferEntry[] = [
      ...gemEntries([ada, -5n], [HOUSE.issuance, 5n]),
      { account: ada, asset: 'XP', amount: 5n },
      { account: HOUSE.issuance, asset: 'XP', amount: -5n },
    ]
    await expect(post(trade)).rejects.toMatchObject({ code: 'INSUFFICIENT_GEMS' })
  })

  test('another database error of a transfer is thrown unchanged', async () => {
    const invalid = 'user:No One' as AccountName
    const outcome = post(gemEntries([invalid, 1n], [HOUSE.issuance, -1n]))
    await expect(outcome).rejects.toMatchObject({ constraint: 'ledger_entry_account_check' })
  })

  test('a transfer from a new account or an empty escrow is refused', async () => {
    const [empty, escrow] = [userAccount(newId()), contestAccount(newId())]
    for (const account of [empty, escrow])
      await expect(post(gemEntries([account, -1n], [HOUSE.fees, 1n]))).rejects.toMatchObject({
        code: 'INSUFFICIENT_GEMS',
      })
  })

  test('an escrow that becomes empty loses its row and can be used again; a user keeps it', async () => {
    const ada = newId<'User'>()
    await reward(ada, 10)
    const accounts: AccountName[] = [contestAccount(newId()), `battle:${newId()}`, `order:${newId()}`]
    const rows = async () =>
      testbed.database.query<{ account: string; balance: bigint }>`
        select account, balance from ledger_balance
        where asset = 'GEM' and account = any(${[...accounts, userAccount(ada)]}::text[])`
    for (const account of accounts) {
      for (const _ of ['first', 'second']) {
        await post(gemEntries([userAccount(ada), -10n], [account, 10n]))
        expect(await rows()).toContainEqual({ account, balance: 10n })
        expect(await rows()).toContainEqual({ account: userAccount(ada), balance: 0n })
        await post(gemEntries([account, -10n], [userAccount(ada), 10n]))
        expect(await rows()).toEqual([{ account: userAccount(ada), balance: 10n }])
      }
      // As many at once as there are gems for: each waits for the one before.
      const trades = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0
            ? post(gemEntries([userAccount(ada), -1n], [account, 1n]))
            : post(gemEntries([account, -1n], [userAccount(ada), 1n])),
        ),
      )
      const paid = trades.filter(({ status }, index) => status === 'fulfilled' && index % 2 === 0).length
      const returned = trades.filter(({ status }, index) => status === 'fulfilled' && index % 2 === 1).length
      expect(await testbed.balanceOf(account, 'GEM')).toBe(BigInt(paid - returned))
      if (paid > returned)
        await post(
          gemEntries([account, BigInt(returned - paid)], [userAccount(ada), BigInt(paid - returned)]),
        )
      expect(await rows()).toEqual([{ account: userAccount(ada), balance: 10n }])
    }
    expect((await auditLedger(testbed.database)).faults).toEqual([])
  })

  test.each<[string, () => TransferEntry[]]>([
    ['one entry', () => gemEntries([HOUSE.fees, 1n])],
    ['no entries', () => []],
    ['entries that do not sum to zero', () => gemEntries([HOUSE.fees, 2n], [HOUSE.issuance, -1n])],
    ['an entry of zero', () => gemEntries([HOUSE.fees, 0n], [HOUSE.issuance, 0n])],
    [
      'amounts that are not bigints',
      () => gemEntries([HOUSE.fees, 1 as never], [HOUSE.issuance, -1 as never]),
    ],
    [
      'two assets that sum to zero only together',
      () => [
        { account: HOUSE.fees, asset: 'XP', amount: 1n },
        { account: HOUSE.issuance, asset: 'GEM', amount: -1n },
      ],
    ],
  ])('a transfer with %s throws an assertion error', async (_, amounts) => {
    await expect(post(amounts())).rejects.toThrow('Broken invariant')
  })
})

describe('rewardUser', () => {
  test('a reward is paid once, emits one event and returns the totals', async () => {
    const ada = newId<'User'>()
    const given = { userId: ada, xp: 20, gems: 5, source: newSource(), reason: 'test', now }
    const first = await testbed.write.withEvents((tx) => rewardUser(tx, given))
    expect(first.result).toEqual({ posted: true, xp: 20, gems: 5, newTotalXP: 20, newTotalGems: 5 })
    expect(first.events.map(({ name, data }) => [name, data])).toEqual([
      ['ledger.xp_awarded', { userId: ada, xp: 20, at: now.toISOString(), source: given.source }],
    ])
    const again = await testbed.write.withEvents((tx) => rewardUser(tx, given))
    expect(again.result).toEqual({ posted: false, xp: 0, gems: 0, newTotalXP: 20, newTotalGems: 5 })
    expect(again.events).toEqual([])
  })

  test('a reward of gems only emits no XP event and returns both totals', async () => {
    const ada = newId<'User'>()
    await reward(ada, 0, 7)
    const { result, events } = await testbed.write.withEvents((tx) =>
      rewardUser(tx, { userId: ada, xp: 0, gems: 3, source: newSource(), reason: 'test', now }),
    )
    expect(result).toEqual({ posted: true, xp: 0, gems: 3, newTotalXP: 7, newTotalGems: 3 })
    expect(events).toEqual([])
  })

  test('a reward of zero posts nothing', async () => {
    const ada = newId<'User'>()
    await reward(ada, 2, 1)
    expect(await reward(ada, 0, 0)).toEqual({ posted: false, xp: 0, gems: 0, newTotalXP: 1, newTotalGems: 2 })
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'a reward or charge of %d throws an assertion error',
    async (amount) => {
      const ada = newId<'User'>()
      await expect(reward(ada, amount)).rejects.toThrow('Broken invariant')
      await expect(reward(ada, 0, amount)).rejects.toThrow('Broken invariant')
      const charge = { userId: ada, gems: amount, to: HOUSE.fees, source: newSource(), reason: 'test', now }
      await expect(testbed.write((tx) => chargeGems(tx, charge))).rejects.toThrow('Broken invariant')
    },
  )
})

describe('the database', () => {
  const run = (text: string) => testbed.database.withSession(({ script }) => script(text))
  const transferRow = (id: string) =>
    `insert into ledger_transfer values ('${id}', 'raw:${id}', 'test', now());`
  const entryRow = (id: string, ...amounts: [string, number][]) =>
    `insert into ledger_entry values ${amounts
      .map(([account, amount], line) => `('${id}', ${line}, '${account}', 'GEM', ${amount}, now())`)
      .join(', ')};`

  test.each([
    'update ledger_entry set amount = amount + 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
    "update ledger_transfer set reason = 'other'",
    'delete from ledger_transfer',
    'truncate ledger_transfer, ledger_entry',
  ])('the database rejects %s', async (text) => {
    await reward(newId(), 1)
    await expect(run(text)).rejects.toThrow('the ledger is append-only')
  })

  test('the database rejects entries that do not sum to zero and stores neither them nor a balance', async () => {
    const [id, account] = [newId(), userAccount(newId())]
    const text = transferRow(id) + entryRow(id, [account, 5], [HOUSE.issuance, -4])
    await expect(run(`begin; ${text} commit;`)).rejects.toThrow('must sum to zero')
    expect(await testbed.balanceOf(account, 'GEM')).toBe(0n)
  })

  test('the database rejects entries that are inserted one by one', async () => {
    const id = newId()
    const text = transferRow(id) + entryRow(id, [HOUSE.fees, 5]) + entryRow(id, [HOUSE.issuance, -5])
    await expect(run(`begin; ${text} commit;`)).rejects.toThrow('must sum to zero')
  })

  test('the database rejects a user balance below zero from any statement', async () => {
    const [id, ada] = [newId(), newId<'User'>()]
    await reward(ada, 3)
    const text = transferRow(id) + entryRow(id, [userAccount(ada), -4], [HOUSE.issuance, 4])
    await expect(run(`begin; ${text} commit;`)).rejects.toMatchObject({
      constraint: 'ledger_balance_balance_check',
    })
    await expect(
      run(`update ledger_balance set balance = -1 where account = '${userAccount(ada)}'`),
    ).rejects.toThrow()
    expect(await testbed.balanceOf(userAccount(ada), 'GEM')).toBe(3n)
  })

  test('the database rejects a second transfer with the same source', async () => {
    const id = newId()
    await run(transferRow(id) + entryRow(id, [HOUSE.fees, 5], [HOUSE.issuance, -5]))
    const again = transferRow(newId()).replace(/raw:[0-9a-f-]+/, `raw:${id}`)
    await expect(run(again)).rejects.toMatchObject({ sqlState: '23505' })
  })

  test.each(['someone', 'user:', 'User:1', 'bank:1', 'user:1 or 1=1'])(
    'the database rejects the account name %j',
    async (account) => {
      const id = newId()
      const text = transferRow(id) + entryRow(id, [account, 5], [HOUSE.issuance, -5])
      await expect(run(`begin; ${text} commit;`)).rejects.toMatchObject({ sqlState: '23514' })
    },
  )

  test('the ledger passes the audit after all these tests', async () => {
    expect((await auditLedger(testbed.database)).faults).toEqual([])
  })
})

describe('postTransfers', () => {
  const issue = (userId: ReturnType<typeof newId<'User'>>, amount: bigint, source = newSource()) => ({
    source,
    reason: 'test',
    entries: gemEntries([userAccount(userId), amount], [HOUSE.issuance, -amount]),
    now,
  })

  test('each transfer of a batch is posted once per source', async () => {
    const [ada, bob, cleo] = [newId<'User'>(), newId<'User'>(), newId<'User'>()]
    const known = issue(bob, 30n)
    const post = (...transfers: (typeof known)[]) => testbed.write((tx) => postTransfers(tx, transfers))
    const fresh = [issue(ada, 10n), issue(cleo, 20n), issue(ada, 1n)]
    expect(await post(known)).toEqual(new Set([known.source]))
    expect(await post(known)).toEqual(new Set())
    expect(await post(known, ...fresh)).toEqual(new Set(fresh.map(({ source }) => source)))
    expect(await post()).toEqual(new Set())
    const balances = [ada, bob, cleo].map((user) => testbed.balanceOf(userAccount(user), 'GEM'))
    expect(await Promise.all(balances)).toEqual([11n, 30n, 20n])
  })

  test('no transfer of a batch is posted if one exceeds a balance', async () => {
    const [ada, bob] = [newId<'User'>(), newId<'User'>()]
    const overdrawn = {
      ...issue(bob, 1n),
      entries: gemEntries([userAccount(bob), -1n], [HOUSE.issuance, 1n]),
    }
    await expect(testbed.write((tx) => postTransfers(tx, [issue(ada, 10n), overdrawn]))).rejects.toThrow()
    const alone = testbed.write((tx) => postTransfers(tx, [overdrawn]))
    await expect(alone).rejects.toMatchObject({ code: 'INSUFFICIENT_GEMS' })
    expect(await testbed.balanceOf(userAccount(ada), 'GEM')).toBe(0n)
  })

  test('concurrent batches in opposite orders do not deadlock', async () => {
    const users = Array.from({ length: 6 }, () => newId<'User'>())
    for (const user of users) await reward(user, 1)
    let attempts = 0
    await Promise.all(
      Array.from({ length: 16 }, (_, copy) => {
        const order = copy % 2 ? users : users.toReversed()
        return testbed.write((tx) => {
          attempts++
          return postTransfers(
            tx,
            order.map((user) => issue(user, 1n)),
          )
        })
      }),
    )
    expect(attempts).toBe(16)
    for (const user of users) expect(await testbed.balanceOf(userAccount(user), 'GEM')).toBe(17n)
  })
})
