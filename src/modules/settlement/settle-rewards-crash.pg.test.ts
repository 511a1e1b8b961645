import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type Hex, toEventSelector } from 'viem'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { insertUsers } from '../../../test/harness/users.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { connectChain, offlineChain } from '../../app/chain/connect-chain.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import { readConfig } from '../../platform/config/config.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { createTestWallet } from '../wallet/wallet-testbed.ts'
import { TOKEN_UNIT } from './batch.ts'

/** Full run, some minutes: `SETTLE_USERS=10000 bun run test src/modules/settlement/settle-rewards-crash`. */
const USERS = Number(process.env.SETTLE_USERS ?? 250)
const KILLS = Number(process.env.SETTLE_KILLS ?? 10)
const TIMEOUT_SECONDS = 120 + USERS / 10

setDefaultTimeout(TIMEOUT_SECONDS * KILLS * 1000)

const PROCESS = join(import.meta.dir, 'settle-rewards-process-testbed.ts')
const folder = mkdtempSync(join(tmpdir(), 'lyceum-settlement-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
let database: TestDatabase
let environment: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  closers.push(() => database.drop())
  environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    CHAIN: 'on',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'a-secret-key-for-tests-only-0123456789',
    CHAIN_DAILY_GAS: '1000000000000',
  }
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function startSettler() {
  const child = Bun.spawn([process.execPath, PROCESS], {
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? '/tmp', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill('SIGKILL'))
  const first = await child.stdout.getReader().read()
  expect(Buffer.from(first.value!).toString()).toBe('ready\n')
  return child
}

async function addUsers(): Promise<void> {
  const { query } = database.database
  const userIds = await insertUsers(query, USERS)
  const chain = offlineChain(readConfig(environment))
  const write = createWrite(database.database, reactionTable([]), () => {})
  const accountAddress = (owner: Address, salt: Hex) => chain.accountAddress(owner, salt)
  await write(async (tx) => {
    for (const userId of userIds) await createTestWallet(tx, { userId, accountAddress, now: new Date() })
  })
}

const LEARNERS_A_TRANSFER = 500

/** One round: all users earn, and some spend a part of it. */
async function learn(round: number): Promise<void> {
  for (let first = 0; first < USERS; first += LEARNERS_A_TRANSFER) {
    await post('earn', round, first)
    await post('spend', round, first)
  }
}

const post = (what: 'earn' | 'spend', round: number, first: number) => database.database.query`
  with learner as (
    select 'user:' || id as account, row_number() over (order by id) as number from user_account
    order by id limit ${LEARNERS_A_TRANSFER} offset ${first}
  ), leg as (
    select account, asset, amount from learner, lateral (
      select 'XP' as asset, 10 + number % 7 as amount where ${what} = 'earn'
      union all select 'GEM', 5 + number % 3 where ${what} = 'earn'
      union all select 'GEM', -4 where ${what} = 'spend' and (number + ${round}) % 4 = 0) as change
  ), transfer as (
    insert into ledger_transfer (id, source, reason, created_at)
    values (uuidv7(), ${`${what}:${round}:${first}`}, 'a test', now()) returning id
  )
  insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
  select transfer.id, row_number() over (), account, asset, amount, now() from transfer, (
    select * from leg union all select 'house:issuance', asset, -sum(amount) from leg group by asset) as legs`

const STEPS = ['none', 'pending', 'signed', 'confirmed'] as const

/** Counts the batches by progress. */
async function progress(): Promise<Record<'pending' | 'signed' | 'confirmed', number>> {
  const [row] = await database.database.query<{ pending: number; signed: number; confirmed: number }>`
    select (select count(*)::int from settlement_batch) as pending,
      (select count(*)::int from chain_attempt) as signed,
      (select count(*)::int from settlement_batch where status = 'CONFIRMED') as confirmed`
  return row!
}

async function isSettled(): Promise<boolean> {
  const [row] = await database.database.query<{ open: number; due: number }>`
    select (select count(*)::int from settlement_batch where status = 'OPEN') as open,
      (select count(*)::int from ledger_balance as stored
        left join settlement_position as position
          on 'user:' || position.user_id = stored.account and position.asset = stored.asset
        where stored.account like 'user:%' and stored.balance <> coalesce(position.settled, 0)) as due`
  return row!.open === 0 && row!.due === 0
}

test('XP and gems of many users reach the chain exactly once while the settlement process is killed repeatedly', async () => {
  await addUsers()
  let settler = await startSettler()
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = await progress()
    await learn(kill)
    // At a different step each time: before a batch, or after it was stored, signed or confirmed.
    const step = STEPS[kill % STEPS.length]!
    await waitUntil(async () => step === 'none' || (await progress())[step] > before[step], TIMEOUT_SECONDS)
    settler.kill('SIGKILL')
    await settler.exited
    settler = await startSettler()
  }
  await waitUntil(isSettled, TIMEOUT_SECONDS)
  settler.stdin.end()
  expect(await settler.exited).toBe(0)

  const { chain, close } = await connectChain(readConfig(environment), () => {})
  closers.push(close)
  const sums = await compareBalances(chain)
  const [batches] = await database.database.query<{ confirmed: number; failed: number; lines: number }>`
    select count(*) filter (where status = 'CONFIRMED')::int as confirmed,
      count(*) filter (where status = 'FAILED')::int as failed,
      (select count(*)::int from settlement_line) as lines from settlement_batch`
  expect(batches!.failed).toBe(0)
  expect(await countReferences(chain)).toBe(batches!.confirmed)
  reportMeasurement(
    `${USERS} users settled through ${KILLS} kills: ${batches!.lines} lines in ${batches!.confirmed} transactions, ${sums.XP} XP and ${sums.GEM} gems in the ledger and on chain`,
  )
})

/** Checks that every user has the ledger balance on chain and no other account has tokens. */
async function compareBalances(chain: Chain): Promise<Record<'XP' | 'GEM', bigint>> {
  const sums = { XP: 0n, GEM: 0n }
  for (const [asset, token] of [
    ['XP', XpToken],
    ['GEM', GemToken],
  ] as const) {
    const balances = await database.database.query<{ address: Address; balance: bigint }>`
      select address, balance from wallet join ledger_balance on account = 'user:' || user_id
      where asset = ${asset}`
    expect(balances).toHaveLength(USERS)
    const onChain = await Promise.all(
      balances.map(({ address }) => chain.read(token as typeof XpToken, 'balanceOf', [address])),
    )
    expect(onChain).toEqual(balances.map(({ balance }) => balance * TOKEN_UNIT))
    sums[asset] = balances.reduce((sum, { balance }) => sum + balance, 0n)
    expect(await chain.read(token as typeof XpToken, 'totalSupply', [])).toBe(sums[asset] * TOKEN_UNIT)
  }
  return sums
}

/** Counts the batches that the contracts executed. */
async function countReferences({ rpc, contracts }: Chain): Promise<number> {
  const address = [contracts.XpToken, contracts.GemToken]
  const topics = [toEventSelector('ReferenceUsed(bytes32)')]
  const range = { fromBlock: '0x0', toBlock: 'latest' }
  return (await rpc.request<unknown[]>('eth_getLogs', [{ address, topics, ...range }])).length
}
