import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { newId, type UserId } from '../../platform/ids.ts'
import { metricsText } from '../../platform/metrics.ts'
import { createLedgerTestbed, type LedgerTestbed } from './ledger-testbed.ts'
import { type AccountName, type Asset, contestAccount, HOUSE, userAccount } from './public/account.ts'
import { chargeGems } from './public/charge-gems.ts'
import { getTotals } from './public/get-totals.ts'
import {
  getUserBalances,
  listAccountBalances,
  listUserBalances,
  sumBalancesByAccountKind,
} from './public/list-balances.ts'
import { listChangedUsers, readLedgerCursor } from './public/list-changed-users.ts'
import { listEscrows } from './public/list-escrows.ts'
import { isPosted, postTransfer } from './public/post-transfer.ts'
import { revokeXp } from './public/revoke-xp.ts'
import { rewardUser } from './public/reward-user.ts'
import { lockBalances } from './queries.ts'

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

/** Transfers from the house to an account; returns the id of the transfer. */
async function credit(
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

test('lockBalances locks only the given accounts until commit', async () => {
  for (const user of users) await credit(userAccount(user), 'GEM', 5n)
  await testbed.write(async (tx) => {
    await lockBalances(tx, [userAccount(users[0]!), userAccount(users[2]!)])
    const free = await testbed.database.query<{ account: string }>`
      select account from ledger_balance for no key update skip locked`
    expect(free.map(({ account }) => account)).toEqual([userAccount(users[1]!)])
  })
})

test('listUserBalances pages through each user once, in order, for one asset, without escrows', async () => {
  for (const user of users) await credit(userAccount(user), 'GEM', 5n)
  await credit(userAccount(users[1]!), 'XP', 9n)
  await credit(contestAccount(newId()), 'GEM', 7n)
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

test('getUserBalances returns each user’s balance with the user’s own last transfer', async () => {
  const [ada, bob] = users as [UserId, UserId]
  await credit(userAccount(ada), 'GEM', 5n)
  await credit(userAccount(ada), 'XP', 9n)
  const last = await credit(userAccount(ada), 'GEM', 1n)
  const bobs = await credit(userAccount(bob), 'GEM', 2n)
  await credit(userAccount(users[2]!), 'GEM', 3n)
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

describe('listChangedUsers', () => {
  const changedSince = async (since: Awaited<ReturnType<typeof readLedgerCursor>>, assets: Asset[]) =>
    (await listChangedUsers(testbed.database.query, { since, assets })).map(
      ({ userId, asset }) => `${userId} ${asset}`,
    )

  test('a user whose balance changed after the cursor is listed once for each asset', async () => {
    const [ada, bob, cleo] = users as [UserId, UserId, UserId]
    await credit(userAccount(cleo), 'XP', 1n)
    const since = await readLedgerCursor(testbed.database.query)
    await credit(userAccount(ada), 'XP', 1n)
    await credit(userAccount(ada), 'XP', 1n)
    await credit(userAccount(bob), 'GEM', 1n)
    await credit(contestAccount(newId()), 'XP', 1n)
    expect(await changedSince(since, ['XP'])).toEqual([`${ada} XP`])
    expect(new Set(await changedSince(since, ['XP', 'GEM']))).toEqual(new Set([`${ada} XP`, `${bob} GEM`]))
    expect(await changedSince(await readLedgerCursor(testbed.database.query), ['XP', 'GEM'])).toEqual([])
  })

  test('a change with a transaction number from the future is not listed', async () => {
    const since = await readLedgerCursor(testbed.database.query)
    await credit(userAccount(users[0]!), 'XP', 1n)
    await testbed.database.withSession(({ script }) =>
      script(`begin; alter table ledger_entry disable trigger all;
        update ledger_entry set transaction_number = transaction_number + 1000000000;
        alter table ledger_entry enable trigger all; commit`),
    )
    expect(await changedSince(since, ['XP'])).toEqual([])
  })
})

test('listEscrows returns the accounts of a kind with a balance of at least one', async () => {
  const [one, empty, contest] = [
    `battle:${newId()}`,
    `battle:${newId()}`,
    contestAccount(newId()),
  ] as AccountName[]
  await credit(one!, 'GEM', 1n)
  await credit(empty!, 'GEM', 4n)
  await credit(empty!, 'GEM', -4n)
  await credit(contest!, 'GEM', 3n)
  expect([...(await listEscrows(testbed.database.query, 'battle'))]).toEqual([
    { account: one!, asset: 'GEM', balance: 1n },
  ])
  expect(await sumBalancesByAccountKind(testbed.database.query)).toEqual({
    battle: { GEM: '1' },
    contest: { GEM: '3' },
  })
})

test('isPosted is true only for a posted source', async () => {
  await credit(userAccount(users[0]!), 'GEM', 1n, 'known')
  expect([
    await isPosted(testbed.database.query, 'known'),
    await isPosted(testbed.database.query, 'other'),
  ]).toEqual([true, false])
})

test('revokeXp takes XP once, emits one event and refuses a user who has less', async () => {
  const ada = users[0]!
  await credit(userAccount(users[1]!), 'XP', 50n)
  const reward = { userId: ada, xp: 1, gems: 0, source: 'one', reason: 'test', now }
  const { events } = await testbed.write.withEvents((tx) => rewardUser(tx, reward))
  expect(events.map(({ data }) => data)).toMatchObject([{ xp: 1 }])
  await credit(userAccount(ada), 'XP', 9n)
  const revocation = { userId: ada, xp: 4, to: HOUSE.issuance, source: 'take', reason: 'test', now }
  const first = await testbed.write.withEvents((tx) => revokeXp(tx, revocation))
  const again = await testbed.write.withEvents((tx) => revokeXp(tx, revocation))
  expect([first.result.posted, again.result.posted]).toEqual([true, false])
  expect([...first.events, ...again.events].map(({ name, data }) => [name, data])).toEqual([
    ['ledger.xp_revoked', { userId: ada, xp: 4, at: now.toISOString() }],
  ])
  const tooMuch = testbed.write((tx) => revokeXp(tx, { ...revocation, xp: 7, source: 'more' }))
  await expect(tooMuch).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  expect(await getTotals(testbed.database.query, ada)).toEqual({ totalXP: 6, totalGems: 0 })
})

test('the rewards metric counts only what the house paid, by asset', async () => {
  const paid = async (asset: string) =>
    Number(
      new RegExp(`^lyceum_rewards_paid_total\\{asset="${asset}"\\} (\\d+)`, 'm').exec(
        await metricsText(),
      )?.[1],
    )
  const before = await paid('XP')
  expect(before).toBeFinite()
  await credit(userAccount(users[0]!), 'XP', 5n)
  await credit(userAccount(users[0]!), 'XP', -2n)
  await credit(userAccount(users[0]!), 'GEM', 3n)
  const between = [
    { account: userAccount(users[0]!), asset: 'XP' as const, amount: -1n },
    { account: userAccount(users[1]!), asset: 'XP' as const, amount: 1n },
  ]
  await testbed.write((tx) => postTransfer(tx, { source: 'between', reason: 'test', entries: between, now }))
  expect(await paid('XP')).toBe(before + 5)
})

test('a charge and a reward of one asset return the current totals', async () => {
  const userId = users[0]!
  const given = { userId, source: 'gems', reason: 'test', now }
  const reward = await testbed.write((tx) => rewardUser(tx, { ...given, xp: 0, gems: 9 }))
  expect(reward).toEqual({ posted: true, xp: 0, gems: 9, newTotalXP: 0, newTotalGems: 9 })
  const charge = { ...given, gems: 4, to: HOUSE.fees, source: 'charge' }
  expect(await testbed.write((tx) => chargeGems(tx, charge))).toEqual({ posted: true, newTotalGems: 5 })
  expect(await testbed.write((tx) => chargeGems(tx, charge))).toEqual({ posted: false, newTotalGems: 5 })
})

test('an account that is credited and debited the same amount in one transfer needs no balance', async () => {
  const account = userAccount(users[0]!)
  const entries = [5n, -5n].map((amount) => ({ account, asset: 'GEM' as const, amount }))
  const { posted, balances } = await testbed.write((tx) =>
    postTransfer(tx, { source: 'to and fro', reason: 'test', entries, now }),
  )
  expect([posted, balances]).toEqual([true, [{ account, asset: 'GEM', balance: 0n }]])
})
