import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createPublicClient, http } from 'viem'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { figure } from '../../../test/harness/figures.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/process.ts'
import { until } from '../../../test/harness/until.ts'
import { insertUsers } from '../../../test/harness/users.ts'
import { findFreePort } from '../../platform/embedded/ports.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { TOKEN_UNIT } from './batch.ts'

setDefaultTimeout(240_000)

const USERS = 130
const KILLS = 6

const folder = mkdtempSync(join(tmpdir(), 'lyceum-settlement-'))
let database: TestDatabase
let chainPort: number
let service: ServiceProcess
beforeAll(async () => {
  database = await createTestDatabase()
  chainPort = await findFreePort()
  service = await start()
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = () =>
  spawnService({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    CHAIN: 'on',
    EMBEDDED_CHAIN_PORT: String(chainPort),
  })

async function enqueue(job: string): Promise<void> {
  await database.database
    .query`insert into outbox (id, job, data) values (${Bun.randomUUIDv7()}, ${job}, '{}')`
}

async function addUsers(): Promise<UserId[]> {
  const ids = await insertUsers(database.database.query, USERS)
  await enqueue('wallet.make_missing')
  await until(async () => {
    const [row] = await database.database.query<{ count: number }>`select count(*)::int as count from wallet`
    return row!.count === USERS
  }, 60)
  return ids
}

/** A round of learning: everybody earns, and some spend a part of what they have. */
async function learn(users: UserId[], round: number): Promise<void> {
  const post = (userId: UserId, what: string, amounts: { XP?: number; GEM?: number }) => {
    const legs = Object.entries(amounts).flatMap(([asset, amount]) => [
      { account: `user:${userId}`, asset, amount: String(amount) },
      { account: 'house:issuance', asset, amount: String(-amount) },
    ])
    return database.database.query`
      select posted from ledger_post(${newId()}, ${`${what}:${round}:${userId}`}, 'a test', now(), ${legs}::jsonb)`
  }
  for (const [index, userId] of users.entries()) {
    await post(userId, 'earned', { XP: 10 + (index % 7), GEM: 5 + (index % 3) })
    if ((index + round) % 4 === 0) await post(userId, 'spent', { GEM: -4 })
  }
}

const STEPS = ['none', 'owed', 'signed', 'confirmed'] as const

/** How many batches have come how far, ever. */
async function progress(): Promise<Record<'owed' | 'signed' | 'confirmed', number>> {
  const [row] = await database.database.query<{ owed: number; signed: number; confirmed: number }>`
    select (select count(*)::int from settlement_batch) as owed,
      (select count(*)::int from chain_attempt) as signed,
      (select count(*)::int from settlement_batch where status = 'CONFIRMED') as confirmed`
  return row!
}

async function isSettled(): Promise<boolean> {
  const [row] = await database.database.query<{ open: number; due: number }>`
    select (select count(*)::int from settlement_batch where status = 'OPEN') as open,
      (select count(*)::int from ledger_balance as held
        left join settlement_position as position
          on 'user:' || position.user_id = held.account and position.asset = held.asset
        where held.account like 'user:%' and held.balance <> coalesce(position.settled, 0)) as due`
  return row!.open === 0 && row!.due === 0
}

test('XP and gems of many users reach the chain exactly once, although the settler is killed again and again', async () => {
  const users = await addUsers()
  for (let round = 1; round <= KILLS; round++) {
    await learn(users, round)
    const before = await progress()
    await enqueue('settlement.settle')
    // At another step each time: batches are owed, transactions signed, confirmed, or nothing of it yet.
    const step = STEPS[round % STEPS.length]!
    await until(async () => step === 'none' || (await progress())[step] > before[step], 60)
    await service.kill('SIGKILL')
    service = await start()
  }
  await until(async () => {
    await enqueue('settlement.settle')
    await Bun.sleep(500)
    return isSettled()
  }, 180)

  const chain = createPublicClient({ transport: http(`http://127.0.0.1:${chainPort}`) })
  const user = await service.register()
  const config = await service.call('GET /blockchain/config', { token: user.accessToken })
  const { contracts } = config.body.data
  const books = await database.database.query<{ address: Address; xp: bigint; gems: bigint }>`
    select address, xp.balance as xp, gems.balance as gems from wallet
    join ledger_balance as xp on xp.account = 'user:' || user_id and xp.asset = 'XP'
    join ledger_balance as gems on gems.account = 'user:' || user_id and gems.asset = 'GEM'`
  expect(books).toHaveLength(USERS)
  const read = (abi: typeof XpToken.abi, address: Address, holder: Address) =>
    chain.readContract({ abi, address, functionName: 'balanceOf', args: [holder] })
  for (const { address, xp, gems } of books) {
    expect(await read(XpToken.abi, contracts.XpToken, address)).toBe(xp * TOKEN_UNIT)
    expect(await read(XpToken.abi, contracts.GemToken, address)).toBe(gems * TOKEN_UNIT)
  }
  const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const supply = (abi: typeof GemToken.abi, address: Address) =>
    chain.readContract({ abi, address, functionName: 'totalSupply' })
  expect(await supply(GemToken.abi, contracts.XpToken)).toBe(sum(books.map(({ xp }) => xp)) * TOKEN_UNIT)
  expect(await supply(GemToken.abi, contracts.GemToken)).toBe(sum(books.map(({ gems }) => gems)) * TOKEN_UNIT)

  const [batches] = await database.database.query<{ confirmed: number; failed: number; lines: number }>`
    select count(*) filter (where status = 'CONFIRMED')::int as confirmed,
      count(*) filter (where status = 'FAILED')::int as failed,
      (select count(*)::int from settlement_line) as lines from settlement_batch`
  expect(batches!.failed).toBe(0)
  figure(
    `${USERS} users settled through ${KILLS} kills: ${batches!.lines} lines in ${batches!.confirmed} transactions`,
  )
})
