import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createLedgerTestbed, type LedgerTestbed } from './ledger-testbed.ts'
import {
  type AccountName,
  type Asset,
  contestAccount,
  HOUSE,
  isHouseAccount,
  userAccount,
} from './public/account.ts'
import { auditLedger } from './public/audit-ledger.ts'
import { chargeGems } from './public/charge-gems.ts'
import { postTransfer } from './public/post-transfer.ts'
import { rewardUser } from './public/reward-user.ts'
import type { TransferEntry } from './public/transfer.ts'

/** LEDGER_MODEL_RUNS sets the number of runs, LEDGER_MODEL_SEED the random seed. */
const RUNS = Number(process.env.LEDGER_MODEL_RUNS ?? 500)
const SEED = Number(process.env.LEDGER_MODEL_SEED ?? 20_261_115)
const COMMANDS = 100
const LANES = 8
const TIME_LIMIT_MS = Math.max(300_000, RUNS * 600)

const now = new Date('2026-11-02T08:00:00.000Z')
const USERS = 3
let testbed: LedgerTestbed
let commandsRun = 0
let refusals = 0
let replays = 0

beforeAll(async () => {
  testbed = await createLedgerTestbed(LANES)
})
afterAll(() => testbed.test.drop())

/** An in-memory model of the ledger: balances and posted sources. */
interface Model {
  balances: Map<string, bigint>
  posted: string[]
}

interface Real {
  users: UserId[]
  escrow: AccountName
  name: string
}

const key = (account: AccountName, asset: Asset) => `${account} ${asset}`
const balanceOf = (model: Model, account: AccountName, asset: Asset) =>
  model.balances.get(key(account, asset)) ?? 0n

/** The model's result for a transfer: posted, already posted, or refused for a low balance. */
function predict(model: Model, source: string, entries: TransferEntry[]): 'posted' | 'known' | 'refused' {
  if (model.posted.includes(source)) return 'known'
  const after = new Map(model.balances)
  for (const { account, asset, amount } of entries)
    if (!isHouseAccount(account))
      after.set(key(account, asset), (after.get(key(account, asset)) ?? 0n) + amount)
  if ([...after.values()].some((balance) => balance < 0n)) return 'refused'
  model.balances = after
  model.posted.push(source)
  return 'posted'
}

/** Posts the transfer and compares the result with the model. */
async function attempt(
  model: Model,
  { source, entries }: { source: string; entries: TransferEntry[] },
  perform: (tx: Tx) => Promise<{ posted: boolean; requiredBalances: [AccountName, Asset, bigint][] }>,
): Promise<void> {
  commandsRun++
  const foreseen = predict(model, source, entries)
  if (foreseen === 'known') replays++
  if (foreseen === 'refused') {
    refusals++
    await expect(testbed.write(perform)).rejects.toMatchObject({ status: 402 })
    return
  }
  const { posted, requiredBalances } = await testbed.write(perform)
  expect(posted).toBe(foreseen === 'posted')
  for (const [account, asset, balance] of requiredBalances)
    expect([account, balance]).toEqual([account, balanceOf(model, account, asset)])
}

type Order = { kind: string; user: number; other: number; amount: number; xp: number }

/** One random command. A failure shows its text. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly order: Order
  constructor(order: Order) {
    this.order = order
  }
  check(): boolean {
    return true
  }
  toString(): string {
    return JSON.stringify(this.order)
  }

  async run(model: Model, real: Real): Promise<void> {
    const { kind, user, other, amount, xp } = this.order
    const userId = real.users[user]!
    const [mine, theirs] = [userAccount(userId), userAccount(real.users[other]!)]
    const fresh = `${real.name}:${newId()}`
    const move = (entries: TransferEntry[], source = fresh) =>
      attempt(model, { source, entries }, async (tx) => {
        const { posted, balances } = await postTransfer(tx, { source, reason: kind, entries, now })
        return {
          posted,
          requiredBalances: balances.map(({ account, asset, balance }) => [account, asset, balance]),
        }
      })

    if (kind === 'reward') return this.reward(model, userId, fresh)
    if (kind === 'replay') {
      const source = model.posted[amount % Math.max(1, model.posted.length)] ?? fresh
      return this.reward(model, userId, source)
    }
    if (kind === 'charge') return this.charge(model, userId, amount, fresh)
    if (kind === 'overdraft')
      return this.charge(model, userId, Number(balanceOf(model, mine, 'GEM')) + amount, fresh)
    if (kind === 'stake') return move(pair(mine, real.escrow, 'GEM', amount))
    if (kind === 'refund') return move(pair(real.escrow, mine, 'GEM', amount))
    if (kind === 'transfer XP') return move(pair(mine, theirs, 'XP', xp))
    // A transfer with a fee has three entries; a transfer to the same user costs only the fee.
    return move([
      { account: mine, asset: 'GEM', amount: BigInt(-amount - 1) },
      { account: theirs, asset: 'GEM', amount: BigInt(amount) },
      { account: HOUSE.fees, asset: 'GEM', amount: 1n },
    ])
  }

  reward(model: Model, userId: UserId, source: string): Promise<void> {
    const { xp, amount: gems } = this.order
    const account = userAccount(userId)
    const entries = [
      ...pair(HOUSE.issuance, account, 'XP', xp),
      ...pair(HOUSE.issuance, account, 'GEM', gems),
    ]
    return attempt(model, { source, entries }, async (tx) => {
      const paid = await rewardUser(tx, { userId, xp, gems, source, reason: 'reward', now })
      return {
        posted: paid.posted,
        requiredBalances: [
          [account, 'XP', BigInt(paid.newTotalXP)],
          [account, 'GEM', BigInt(paid.newTotalGems)],
        ],
      }
    })
  }

  charge(model: Model, userId: UserId, gems: number, source: string): Promise<void> {
    const account = userAccount(userId)
    return attempt(model, { source, entries: pair(account, HOUSE.fees, 'GEM', gems) }, async (tx) => {
      const paid = await chargeGems(tx, { userId, gems, to: HOUSE.fees, source, reason: 'charge', now })
      return { posted: paid.posted, requiredBalances: [[account, 'GEM', BigInt(paid.newTotalGems)]] }
    })
  }
}

function pair(from: AccountName, to: AccountName, asset: Asset, amount: number): TransferEntry[] {
  return [
    { account: from, asset, amount: BigInt(-amount) },
    { account: to, asset, amount: BigInt(amount) },
  ]
}

const KINDS = [
  'reward',
  'reward',
  'charge',
  'transfer',
  'transfer XP',
  'stake',
  'refund',
  'replay',
  'overdraft',
]
const orders = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    user: fc.nat(USERS - 1),
    other: fc.nat(USERS - 1),
    amount: fc.integer({ min: 1, max: 60 }),
    xp: fc.integer({ min: 1, max: 60 }),
  })
  .map((order) => new Step(order))

/** Reads one run's balances with SQL and compares them with the model and with the sums of the entries. */
async function checkLedger(model: Model, { users, escrow }: Real): Promise<void> {
  const accounts = [...users.map(userAccount), escrow]
  const rows = await testbed.database.query<{
    account: AccountName
    asset: Asset
    balance: bigint
    entries: bigint
  }>`
    select account, asset, balance,
      (select sum(amount)::bigint from ledger_entry where (account, asset) = (stored.account, stored.asset)) as entries
    from ledger_balance as stored where account = any(${accounts}::text[])`
  for (const { account, asset, balance, entries } of rows)
    expect([account, asset, balance, entries]).toEqual([
      account,
      asset,
      balanceOf(model, account, asset),
      balance,
    ])
  const postedSources = new Set(rows.map(({ account, asset }) => key(account, asset)))
  for (const [name, balance] of model.balances)
    expect([name, postedSources.has(name)]).toEqual([name, balance > 0n || postedSources.has(name)])
}

test(
  'after random commands the ledger has the same balances as an in-memory model',
  async () => {
    const started = performance.now()
    const life = fc.asyncProperty(
      fc.array(orders, { minLength: COMMANDS, maxLength: COMMANDS }),
      async (steps) => {
        const model: Model = { balances: new Map(), posted: [] }
        const real: Real = {
          users: Array.from({ length: USERS }, () => newId<'User'>()),
          escrow: contestAccount(newId()),
          name: `model:${newId()}`,
        }
        await fc.asyncModelRun(() => ({ model, real }), steps)
        await checkLedger(model, real)
      },
    )
    // Every run has its own users, so that runs can go in parallel.
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        fc.assert(life, { numRuns: Math.ceil(RUNS / LANES), seed: SEED + lane, endOnFailure: true }),
      ),
    )
    const seconds = (performance.now() - started) / 1000
    reportMeasurement(
      `${commandsRun} commands (${refusals} refused, ${replays} replayed) in ${seconds.toFixed(1)} s, seed ${SEED}`,
    )
    expect(commandsRun).toBeGreaterThanOrEqual(RUNS * COMMANDS)
    expect(refusals).toBeGreaterThan(commandsRun / 20)
    expect(replays).toBeGreaterThan(commandsRun / 20)
    const { ok, faults, checked } = await auditLedger(testbed.database)
    expect(faults).toEqual([])
    expect(ok).toBe(true)
    expect(checked.transfers).toBe(commandsRun - refusals - replays)
  },
  TIME_LIMIT_MS,
)
