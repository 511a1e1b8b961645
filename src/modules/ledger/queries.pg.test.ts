import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { newId, type UserId } from '../../platform/ids.ts'
import { metricsText } from '../../platform/metrics.ts'
import { createLedgerTestbed, type LedgerTestbed } from './ledger-testbed.ts'
import { type AccountName, type Asset, contestAccount, HOUSE, userAccount } from './public/account.ts'
import { chargeGems } from './public/charge-gems.ts'
import { getTotals } from './public/get-totals.ts'
import { isPosted } from './public/is-posted.ts'
import { listAccountBalances } from './public/list-account-balances.ts'
import { getUserBalances, listUserBalances } from './public/list-balances.ts'
import { listChangedUsers, readLedgerCursor } from './public/list-changed-users.ts'
import { listEscrows } from './public/list-escrows.ts'
import { postTransfer } from './public/post-transfer.ts'
import { revokeXp } from './public/revoke-xp.ts'
import { rewardUser } from './public/reward-user.ts'
import { sumBalancesByAccountKind } from './public/sum-balances.ts'
import { lockBalances } from './queries.ts'

setDefaultTimeout(60_000)

const now = new Date('2026-11-02T08:00:00.000Z')
let testbed: LedgerTestbed
let users: UserId[]
beforeAll(async () => {
  testbed = await createLedgerTestbed()
})
beforeEach(async () => {
  await testbed.database.withSession(({ script }) =>
    script(`begin; alter table ledger_entry disable trigger all; alter table ledger_transfer disable trigger all;
      delete from ledger_entry; delete from ledger_transfer; delete from ledger_balance;
      alter table ledger_entry enable trigger all; alter table ledger_transfer enable trigger all; commit`),
  )
  users = Array.from({ length: 3 }, () => newId<'User'>()).sort() as UserId[]
})
afterAll(() => testbed.test.drop())

/** From the house to an account; gives the id of the transfer. */
async function give(
  account: AccountName,
  asset: Asset,
  amount: bigint,
  source = `test:${newId()}`,
): Promise<string> {
  const entries = [
    { account, asset, amount },
    { account: HOUSE.issuance, asset, amount: -amount },
  ]
  await testbed.write((tx) => postTransfer(tx, { source, reason: 'test', entries, now }))
  const [row] = await testbed.database.query<{
    id: string
  }>`select id from ledger_transfer where source = ${source}`
  return row!.id
}

test('balances are held until the commit, those that were asked for and no others', async () => {
  for (const user of users) await give(userAccount(user), 'GEM', 5n)
  await testbed.write(async (tx) => {
    await lockBalances(tx, [userAccount(users[0]!), userAccount(users[2]!)])
    const free = await testbed.database.query<{ account: string }>`
      select account from ledger_balance for no key update skip locked`
    expect(free.map(({ account }) => account)).toEqual([userAccount(users[1]!)])
  })
})

test('a walk through what users hold takes each once, in order, of one asset, and nobody who is no user', async () => {
  for (const user of users) await give(userAccount(user), 'GEM', 5n)
  await give(userAccount(users[1]!), 'XP', 9n)
  await give(contestAccount(newId()), 'GEM', 7n)
  const walk = async (after: UserId | undefined, limit: number) =>
    (await listUserBalances(testbed.database.query, { asset: 'GEM', after, limit })).map(
      ({ userId }) => userId,
    )
  expect(await walk(undefined, 2)).toEqual(users.slice(0, 2))
  expect(await walk(users[1], 2)).toEqual(users.slice(2))
  expect(await walk(users[2], 2)).toEqual([])
  expect(await listUserBalances(testbed.database.query, { asset: 'XP', after: undefined, limit: 9 })).toEqual(
    [{ userId: users[1]!, balance: 9n }],
  )
})

test('what some hold of an asset comes with the last transfer of each, whatever others did since', async () => {
  const [ada, bob] = users as [UserId, UserId]
  await give(userAccount(ada), 'GEM', 5n)
  await give(userAccount(ada), 'XP', 9n)
  const last = await give(userAccount(ada), 'GEM', 1n)
  const bobs = await give(userAccount(bob), 'GEM', 2n)
  await give(userAccount(users[2]!), 'GEM', 3n)
  const found = await getUserBalances(testbed.database.query, { asset: 'GEM', userIds: [ada, bob] })
  expect(found.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))).toEqual([
    { userId: ada, balance: 6n, lastTransferId: last },
    { userId: bob, balance: 2n, lastTransferId: bobs },
  ])
  const accounts = await listAccountBalances(testbed.database.query, 'XP', [
    userAccount(ada),
    userAccount(bob),
  ])
  expect(accounts.map(({ account, balance }) => [account, balance])).toEqual([[userAccount(ada), 9n]])
})

describe('who has moved', () => {
  const changedSince = async (since: Awaited<ReturnType<typeof readLedgerCursor>>, assets: Asset[]) =>
    (await listChangedUsers(testbed.database.query, { since, assets })).map(
      ({ userId, asset }) => `${userId} ${asset}`,
    )

  test('since a moment is listed once for an asset: the first after it, and none before it', async () => {
    const [ada, bob, cleo] = users as [UserId, UserId, UserId]
    await give(userAccount(cleo), 'XP', 1n)
    const since = await readLedgerCursor(testbed.database.query)
    await give(userAccount(ada), 'XP', 1n)
    await give(userAccount(ada), 'XP', 1n)
    await give(userAccount(bob), 'GEM', 1n)
    await give(contestAccount(newId()), 'XP', 1n)
    expect(await changedSince(since, ['XP'])).toEqual([`${ada} XP`])
    expect(new Set(await changedSince(since, ['XP', 'GEM']))).toEqual(new Set([`${ada} XP`, `${bob} GEM`]))
    expect(await changedSince(await readLedgerCursor(testbed.database.query), ['XP', 'GEM'])).toEqual([])
  })

  test('by a transaction number that nobody can have yet is not listed', async () => {
    const since = await readLedgerCursor(testbed.database.query)
    await give(userAccount(users[0]!), 'XP', 1n)
    await testbed.database.withSession(({ script }) =>
      script(`begin; alter table ledger_entry disable trigger all;
        update ledger_entry set transaction_number = transaction_number + 1000000000;
        alter table ledger_entry enable trigger all; commit`),
    )
    expect(await changedSince(since, ['XP'])).toEqual([])
  })
})

test('escrows are the accounts of a kind that hold something, be it one', async () => {
  const [one, empty, contest] = [
    `battle:${newId()}`,
    `battle:${newId()}`,
    contestAccount(newId()),
  ] as AccountName[]
  await give(one!, 'GEM', 1n)
  await give(empty!, 'GEM', 4n)
  await give(empty!, 'GEM', -4n)
  await give(contest!, 'GEM', 3n)
  expect([...(await listEscrows(testbed.database.query, 'battle'))]).toEqual([
    { account: one!, asset: 'GEM', balance: 1n },
  ])
  expect(await sumBalancesByAccountKind(testbed.database.query)).toEqual({
    battle: { GEM: '1' },
    contest: { GEM: '3' },
  })
})

test('a source is posted when it was, and no other is', async () => {
  await give(userAccount(users[0]!), 'GEM', 1n, 'known')
  expect([
    await isPosted(testbed.database.query, 'known'),
    await isPosted(testbed.database.query, 'other'),
  ]).toEqual([true, false])
})

test('XP is taken once and told once, and a user who has less is refused', async () => {
  const ada = users[0]!
  await give(userAccount(users[1]!), 'XP', 50n)
  const reward = { userId: ada, xp: 1, gems: 0, source: 'one', reason: 'test', now }
  const { events } = await testbed.write.withEvents((tx) => rewardUser(tx, reward))
  expect(events.map(({ data }) => data)).toMatchObject([{ xp: 1 }])
  await give(userAccount(ada), 'XP', 9n)
  const taking = { userId: ada, xp: 4, to: HOUSE.issuance, source: 'take', reason: 'test', now }
  const first = await testbed.write.withEvents((tx) => revokeXp(tx, taking))
  const again = await testbed.write.withEvents((tx) => revokeXp(tx, taking))
  expect([first.result.posted, again.result.posted]).toEqual([true, false])
  expect([...first.events, ...again.events].map(({ name, data }) => [name, data])).toEqual([
    ['ledger.xp_revoked', { userId: ada, xp: 4, at: now.toISOString() }],
  ])
  const tooMuch = testbed.write((tx) => revokeXp(tx, { ...taking, xp: 7, source: 'more' }))
  await expect(tooMuch).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  expect(await getTotals(testbed.database.query, ada)).toEqual({ totalXP: 6, totalGems: 0 })
})

test('what the house gave is counted by asset, and neither what it got nor what users gave each other', async () => {
  const paid = async (asset: string) =>
    Number(
      new RegExp(`^lyceum_rewards_paid_total\\{asset="${asset}"\\} (\\d+)`, 'm').exec(
        await metricsText(),
      )?.[1],
    )
  const before = await paid('XP')
  expect(before).toBeFinite()
  await give(userAccount(users[0]!), 'XP', 5n)
  await give(userAccount(users[0]!), 'XP', -2n)
  await give(userAccount(users[0]!), 'GEM', 3n)
  const between = [
    { account: userAccount(users[0]!), asset: 'XP' as const, amount: -1n },
    { account: userAccount(users[1]!), asset: 'XP' as const, amount: 1n },
  ]
  await testbed.write((tx) => postTransfer(tx, { source: 'between', reason: 'test', entries: between, now }))
  expect(await paid('XP')).toBe(before + 5)
})

test('a charge, and a reward of one asset alone, answer with what there is of each', async () => {
  const userId = users[0]!
  const given = { userId, source: 'gems', reason: 'test', now }
  const reward = await testbed.write((tx) => rewardUser(tx, { ...given, xp: 0, gems: 9 }))
  expect(reward).toEqual({ posted: true, xp: 0, gems: 9, newTotalXP: 0, newTotalGems: 9 })
  const charge = { ...given, gems: 4, to: HOUSE.fees, source: 'charge' }
  expect(await testbed.write((tx) => chargeGems(tx, charge))).toEqual({ posted: true, newTotalGems: 5 })
  expect(await testbed.write((tx) => chargeGems(tx, charge))).toEqual({ posted: false, newTotalGems: 5 })
})

test('an account that gives in a transfer what it gets in it needs nothing before', async () => {
  const account = userAccount(users[0]!)
  const entries = [5n, -5n].map((amount) => ({ account, asset: 'GEM' as const, amount }))
  const { posted, balances } = await testbed.write((tx) =>
    postTransfer(tx, { source: 'to and fro', reason: 'test', entries, now }),
  )
  expect([posted, balances]).toEqual([true, [{ account, asset: 'GEM', balance: 0n }]])
})
