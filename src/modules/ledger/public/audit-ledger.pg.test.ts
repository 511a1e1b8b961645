import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { newId, type UserId } from '../../../platform/ids.ts'
import { createLedgerTestbed, type LedgerTestbed } from '../ledger-testbed.ts'
import { HOUSE, userAccount } from './account.ts'
import { auditLedger } from './audit-ledger.ts'
import { chargeGems } from './charge-gems.ts'
import { rewardUser } from './reward-user.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
let testbed: LedgerTestbed
let ada: UserId
let bob: UserId
beforeEach(async () => {
  testbed = await createLedgerTestbed()
  ada = newId()
  bob = newId()
  for (const [userId, gems] of [
    [ada, 30],
    [bob, 20],
  ] as const)
    await testbed.write((tx) =>
      rewardUser(tx, { userId, xp: 100, gems, source: `lesson:${userId}`, reason: 'test', now }),
    )
  await testbed.write((tx) =>
    chargeGems(tx, { userId: ada, gems: 10, to: HOUSE.fees, source: 'purchase', reason: 'test', now }),
  )
})
afterEach(() => testbed.test.drop())

/** Bypasses all triggers and constraints, as a disk error or a manual change would. */
async function corrupt(text: string): Promise<void> {
  await testbed.database.withSession(({ script }) =>
    script(`begin;
      alter table ledger_transfer disable trigger all;
      alter table ledger_entry disable trigger all;
      alter table ledger_balance drop constraint ledger_balance_balance_check;
      alter table ledger_transfer drop constraint ledger_transfer_source_key;
      ${text};
      commit`),
  )
}

async function transferOf(source: string): Promise<string> {
  const [row] = await testbed.database.query<{
    id: string
  }>`select id from ledger_transfer where source = ${source}`
  return row!.id
}

const audit = () => auditLedger(testbed.database)
const unknownTransferId = '01900000-0000-7000-8000-000000000001'

type Corruption = [
  what: string,
  plant: () => Promise<string> | string,
  named: () => Promise<string[]> | string[],
]

const unbalanced: Corruption = [
  'a transfer that does not sum to zero',
  async () =>
    `update ledger_entry set amount = amount + 5
     where transfer_id = '${await transferOf('purchase')}' and account = '${HOUSE.fees}'`,
  async () => [
    `Transfer ${await transferOf('purchase')} (purchase) does not sum to zero, by 5 GEM too much.`,
  ],
]
const wrongBalance: Corruption = [
  'a balance that differs from the sum of its entries',
  () =>
    `update ledger_balance set balance = balance - 7 where account = '${userAccount(bob)}' and asset = 'XP'`,
  () => [`${userAccount(bob)} holds 93 XP, but its entries sum to 100: 7 XP too little.`],
]
const repeatedSource: Corruption = [
  'a source that was used twice',
  () => `insert into ledger_transfer values ('${unknownTransferId}', 'purchase', 'test', now());
    insert into ledger_entry values ('${unknownTransferId}', 1, '${HOUSE.fees}', 'GEM', 1, now()),
      ('${unknownTransferId}', 2, '${HOUSE.issuance}', 'GEM', -1, now())`,
  async () => {
    const rows = await testbed.database.query<{ id: string }>`
      select id from ledger_transfer where source = 'purchase' order by id`
    return [`The source purchase was used more than once: by ${rows.map(({ id }) => id).join(', ')}.`]
  },
]

describe('auditLedger', () => {
  test('an audit of a correct ledger finds no error and counts what it checked', async () => {
    expect(await audit()).toEqual({
      ok: true,
      checked: { transfers: 3, entries: 10, accounts: 4 },
      faults: [],
    })
  })

  test('an audit of an empty ledger finds no error', async () => {
    const empty = await createLedgerTestbed()
    const nothing = { transfers: 0, entries: 0, accounts: 0 }
    expect(await auditLedger(empty.database)).toEqual({ ok: true, checked: nothing, faults: [] })
    await empty.test.drop()
  })

  test.each<Corruption>([
    unbalanced,
    wrongBalance,
    repeatedSource,
    [
      'a transfer without entries',
      () => `insert into ledger_transfer values ('${unknownTransferId}', 'stray', 'test', now())`,
      () => [`Transfer ${unknownTransferId} (stray) has no entries.`],
    ],
    [
      'a transfer with one entry',
      async () =>
        `delete from ledger_entry where transfer_id = '${await transferOf('purchase')}' and account = '${HOUSE.fees}'`,
      async () => [
        `Transfer ${await transferOf('purchase')} (purchase) has one entry instead of at least two and does not sum to zero, by 10 GEM too little.`,
      ],
    ],
    [
      'a transfer with one entry of zero',
      () => `alter table ledger_entry drop constraint ledger_entry_amount_check;
        insert into ledger_transfer values ('${unknownTransferId}', 'stray', 'test', now());
        insert into ledger_entry values ('${unknownTransferId}', 1, '${HOUSE.fees}', 'GEM', 0, now())`,
      () => [`Transfer ${unknownTransferId} (stray) has one entry instead of at least two.`],
    ],
    [
      'a zero balance where the entries sum to more',
      () => `update ledger_balance set balance = 0 where account = '${userAccount(bob)}' and asset = 'GEM'`,
      () => [`${userAccount(bob)} holds 0 GEM, but its entries sum to 20: 20 GEM too little.`],
    ],
    [
      'a balance that is one too high',
      () =>
        `update ledger_balance set balance = balance + 1 where account = '${userAccount(bob)}' and asset = 'XP'`,
      () => [`${userAccount(bob)} holds 101 XP, but its entries sum to 100: 1 XP too much.`],
    ],
    [
      'entries without a transfer',
      () => `insert into ledger_entry values ('${unknownTransferId}', 1, '${HOUSE.fees}', 'GEM', 1, now()),
        ('${unknownTransferId}', 2, '${HOUSE.issuance}', 'GEM', -1, now())`,
      () => [`Transfer ${unknownTransferId} has entries but is not in the list of transfers.`],
    ],
    [
      'a changed entry of a user, both in its transfer and in the balance',
      async () =>
        `update ledger_entry set amount = amount - 4
         where transfer_id = '${await transferOf('purchase')}' and account = '${userAccount(ada)}'`,
      async () => [
        `Transfer ${await transferOf('purchase')} (purchase) does not sum to zero, by 4 GEM too little.`,
        `${userAccount(ada)} holds 20 GEM, but its entries sum to 16: 4 GEM too much.`,
      ],
    ],
    [
      'a missing balance',
      () => `delete from ledger_balance where account = '${userAccount(bob)}' and asset = 'GEM'`,
      () => [`${userAccount(bob)} has no balance in GEM, but its entries sum to 20.`],
    ],
    [
      'a balance without entries',
      () => `insert into ledger_balance values ('user:nobody', 'GEM', 40)`,
      () => ['user:nobody holds 40 GEM, but has no entries.'],
    ],
    [
      'a balance below zero that equals the sum of its entries',
      () => `insert into ledger_transfer values ('${unknownTransferId}', 'stray', 'test', now());
        insert into ledger_entry values ('${unknownTransferId}', 1, '${userAccount(bob)}', 'GEM', -25, now()),
          ('${unknownTransferId}', 2, '${HOUSE.fees}', 'GEM', 25, now());
        update ledger_balance set balance = -5 where account = '${userAccount(bob)}' and asset = 'GEM'`,
      () => [`${userAccount(bob)} holds -5 GEM, which is below zero.`],
    ],
    [
      'a balance below zero that differs from the sum of its entries',
      () => `update ledger_balance set balance = -5 where account = '${userAccount(bob)}' and asset = 'GEM'`,
      () => [
        `${userAccount(bob)} holds -5 GEM, which is below zero, but its entries sum to 20: 25 GEM too little.`,
      ],
    ],
  ])('an audit reports %s and nothing else', async (_, text, named) => {
    await corrupt(await text())
    const { ok, faults } = await audit()
    expect(faults).toEqual(await named())
    expect(ok).toBe(false)
  })

  test('an audit reports three errors and no other', async () => {
    const corruptions = [unbalanced, wrongBalance, repeatedSource]
    const texts: string[] = []
    const names: string[] = []
    for (const [, text, named] of corruptions) {
      texts.push(await text())
      names.push(...(await named()))
    }
    await corrupt(texts.join(';\n'))
    names.splice(2, 1, ...(await repeatedSource[2]()))
    expect((await audit()).faults.toSorted()).toEqual(names.toSorted())
  })

  test('an audit finds no error when a user spent everything', async () => {
    await testbed.write((tx) =>
      chargeGems(tx, { userId: bob, gems: 20, to: HOUSE.fees, source: 'all', reason: 'test', now }),
    )
    expect((await audit()).faults).toEqual([])
  })

  test('an audit reports what the escrow checks find in the same snapshot', async () => {
    const faults = await auditLedger(testbed.database, [
      async (db) => {
        const [row] = await db<{ level: string }>`select current_setting('transaction_isolation') as level`
        return [`read at ${row!.level}`]
      },
      async () => ['a contest holds too much'],
    ])
    expect(faults).toMatchObject({
      ok: false,
      faults: ['read at repeatable read', 'a contest holds too much'],
    })
  })

  test('an audit reports at most 1,000 transfers and then leaves out the totals that they explain', async () => {
    await corrupt(`
      insert into ledger_transfer select gen_random_uuid(), 'stray:' || number, 'test', now()
      from generate_series(1, 1100) as number;
      insert into ledger_entry select id, 1, '${HOUSE.fees}', 'GEM', 1, now() from ledger_transfer where source ^@ 'stray:'`)
    expect((await audit()).faults).toHaveLength(1_000)
  })

  test('an audit reports at most 1,000 errors of a kind', async () => {
    await corrupt(
      `insert into ledger_balance select 'user:nobody-' || number, 'GEM', 1 from generate_series(1, 1500) as number`,
    )
    expect((await audit()).faults).toHaveLength(1_000)
  })

  test('an audit reads one snapshot while other transfers are posted', async () => {
    let isOver = false
    const posting = Array.from({ length: 6 }, async (_, lane) => {
      for (let turn = 0; !isOver; turn++) {
        const userId = turn % 2 ? ada : bob
        const source = `meanwhile:${lane}:${turn}`
        await testbed.write((tx) => rewardUser(tx, { userId, xp: 3, gems: 1, source, reason: 'test', now }))
      }
    })
    let before = 0
    for (let turn = 0; turn < 25; turn++) {
      const { faults, checked } = await audit()
      expect(faults).toEqual([])
      expect(checked.transfers).toBeGreaterThanOrEqual(before)
      before = checked.transfers
    }
    isOver = true
    await Promise.all(posting)
    expect(before).toBeGreaterThan(3)
  })
})
