import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestUsdt } from '../contracts/artifacts/TestUsdt.ts'
import { SANDBOX_KEY } from '../src/app/compose/payments.ts'
import { findHold } from '../src/modules/payments/holds/queries.ts'
import type { OrderId } from '../src/modules/payments/orders/order.ts'
import { listMoves } from '../src/modules/payments/orders/queries.ts'
import { getWalletAddress, readTokens } from '../src/modules/payments/orders/tokens.ts'
import { TREASURY } from '../src/modules/payments/payments-testbed.ts'
import { RateBook } from '../src/modules/payments/quotes/rate-book.ts'
import { findDisagreements } from '../src/modules/payments/reconcile/find-disagreements.ts'
import { createSandboxProvider } from '../src/modules/payments/sandbox/sandbox-provider.ts'
import { auditLedger } from '../src/modules/rewards/audit/audit-ledger.ts'
import { CHAIN_ID, type ChainBed, createChainBed, privateKeyOf } from '../src/platform/chain/chain-testbed.ts'
import { referenceHash } from '../src/platform/chain/contract.ts'
import { readConfig } from '../src/platform/config.ts'
import { findFreePort } from '../src/platform/embedded/ports.ts'
import type { UserId } from '../src/platform/ids.ts'
import { Limits } from '../src/platform/limits/limits.ts'
import { MemoryLimits } from '../src/platform/limits/memory.ts'
import { reactionTable } from '../src/platform/reactions.ts'
import { createWrite } from '../src/platform/write.ts'
import { createTestDatabase, type TestDatabase } from './harness/database.ts'
import { figure } from './harness/figures.ts'
import { FAILS, PAID, STEPS, type Step } from './harness/off-ramp-steps.ts'
import { createFate, type Fate } from './harness/processes/fate.ts'
import { type ServiceProcess, spawnService } from './harness/processes/process.ts'
import type { TestUser } from './harness/service.ts'

setDefaultTimeout(300_000)

const PIN = '739164'
const SOLD = 5_000_000n
const KILLED = 128 + 9

const folder = mkdtempSync(join(tmpdir(), 'lyceum-off-ramp-'))
let database: TestDatabase
let chain: ChainBed
let fate: Fate
let environment: Record<string, string>
let service: ServiceProcess
let user: TestUser
let userId: UserId
beforeAll(async () => {
  ;[database, chain] = await Promise.all([createTestDatabase(), createChainBed()])
  fate = await createFate({ databaseUrl: database.url, chainUrl: chain.embedded.url() })
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  const { contracts } = chain.chain
  environment = {
    LYCEUM_ENV: 'test',
    DATABASE_URL: fate.databaseUrl,
    DATA_DIR: folder,
    CHAIN: 'on',
    CHAIN_RPC_URL: fate.chainUrl,
    CHAIN_ID: String(CHAIN_ID),
    CHAIN_CONFIRMATIONS: '1',
    CHAIN_CONTRACTS_FILE: file('contracts.json', JSON.stringify({ chainId: CHAIN_ID, block: 0, contracts })),
    RELAYER_PRIVATE_KEY_FILE: file('relayer.key', privateKeyOf('minter')),
    PAYMENT_SANDBOX_PORT: String(await findFreePort()),
    // It dies often, and complains.
    LOG_LEVEL: 'silent',
  }
  service = await spawnService(environment)
  user = await service.register()
  userId = user.id as UserId
  await service.call('POST /auth/set-wallet-pin', { token: user.accessToken, body: { pin: PIN } })
  const address = await getWalletAddress(database.database.query, userId)
  const all = SOLD * BigInt(STEPS.length)
  await chain.send(chain.minter, TestUsdt, 'mint', [referenceHash('all that is sold'), address, all])
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await fate?.close()
  await chain?.stop()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function quote(): Promise<string> {
  const body = { cryptoAmount: 5, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
  const answer = await service.call('POST /payment/off-ramp/quote', { token: user.accessToken, body })
  expect(answer.status).toBe(200)
  return answer.body.data.quoteId
}

function initiate(quoteId: string, recipientPhoneNumber: string) {
  const body = { quoteId, paymentMethod: 'MPESA', recipientPhoneNumber, walletPin: PIN }
  return service.call('POST /payment/off-ramp/initiate', { token: user.accessToken, body })
}

async function ordersOf(quoteId: string) {
  const { query } = database.database
  return query<{ id: OrderId; status: string }>`
    select id, status from payment_order where quote_id = ${quoteId}`
}

async function leftOf(quoteId: string): Promise<string> {
  const [order] = await database.database.query<{ id: OrderId; status: string; hasArrived: boolean }>`
    select id, status, collected_at is not null as "hasArrived" from payment_order where quote_id = ${quoteId}`
  if (!order) return 'none'
  const isAsked = (await payouts(order.id)).length > 0
  return [order.status, order.hasArrived ? 'arrived' : [], isAsked ? 'asked' : []].flat().join(' ')
}

/** The two minutes for which the dead process had claimed its order are over. */
async function letClaimsRunOut(): Promise<void> {
  await database.database.query`
    update payment_order set claimed_until = now(), check_at = least(check_at, now()) where claimed_until is not null`
}

/** What the timetable does every minute, as often as it takes; nobody waits for the next look at an order. */
async function finish(quoteId: string) {
  const { query } = database.database
  for (let round = 0; ; round++) {
    const [order] = await ordersOf(quoteId)
    if (order && ['COMPLETED', 'REFUNDED'].includes(order.status)) return order
    if (round === 300) throw new Error(`the order stays ${order?.status}: ${service.output()}`)
    await query`update payment_order set check_at = now() where check_at > now() and claimed_until is null`
    // Nor for the quarter of an hour in which a request of the dead process may still have its effect.
    await query`update payment_order set uncertain_until = now() where uncertain_until > now()`
    for (const job of ['payments.sweep_orders', 'webhooks.apply_inbox'])
      await query`insert into outbox (id, job, data) values (${Bun.randomUUIDv7()}, ${job}, '{}')`
    await Bun.sleep(150)
  }
}

const tokensOf = async (of: 'seller' | 'treasury') =>
  readTokens(
    chain.chain,
    of === 'treasury' ? TREASURY : await getWalletAddress(database.database.query, userId),
  )

/** As the company's own list has them. */
async function payouts(orderId: OrderId): Promise<string[]> {
  const rows = await database.database.query<{ outcome: string }>`
    select outcome from payment_sandbox where kind = 'PAYOUT' and reference = ${orderId}`
  return rows.map(({ outcome }) => (outcome === 'FAILS' ? 'failed' : 'paid'))
}

/** Sells in a service that is killed on the way, and in the next one to the end. Answers how that was. */
async function sellThrough({ name, phone, moment, left }: Step): Promise<{ id: OrderId; status: string }> {
  const quoteId = await quote()
  const victim = service
  const death = fate.strikeAt(moment, () => victim.kill('SIGKILL'))
  const answer = await initiate(quoteId, phone).catch(() => undefined)
  if (answer) expect([name, answer.status]).toEqual([name, 201])
  expect([name, await within(60, death)]).toEqual([name, KILLED])
  expect(`${name}: ${await leftOf(quoteId)}`).toMatch(new RegExp(left.source.replace(/^\^/, ': ')))
  await letClaimsRunOut()
  service = await spawnService(environment)
  if (!answer) {
    // Who was not answered asks again. The quote is good for one order, whoever knows of it.
    const isThere = (await ordersOf(quoteId)).length === 1
    expect([name, (await initiate(quoteId, phone)).status]).toEqual([name, isThere ? 409 : 201])
  }
  const order = await finish(quoteId)
  expect(await ordersOf(quoteId)).toHaveLength(1)
  return order
}

test('killed at every step of an off-ramp, tokens are never both paid out and kept, never lost', async () => {
  let kills = 0
  let completed = 0n
  const [seller, treasury] = [await tokensOf('seller'), await tokensOf('treasury')]
  for (const step of STEPS) {
    const { id, status } = await sellThrough(step)
    kills++
    const isPaid = step.phone === PAID
    if (isPaid) completed++
    const moves = (await listMoves(database.database.query, id)).map((move) => move.status)
    expect({
      step: step.name,
      status,
      moves: moves.filter((move) => move !== 'PAYOUT_SENT'),
      payouts: await payouts(id),
      tokens: await tokensOf('seller'),
      held: (await findHold(database.database.query, userId)).held,
    }).toEqual({
      step: step.name,
      status: isPaid ? 'COMPLETED' : 'REFUNDED',
      moves: isPaid ? ['PROCESSING', 'COMPLETED'] : ['PROCESSING', 'FAILED', 'REFUNDED'],
      payouts: isPaid ? ['paid'] : step.phone === FAILS ? ['failed'] : [],
      tokens: seller - completed * SOLD,
      held: 0n,
    })
  }
  // Tokens that go back are new ones; those that were collected stay.
  expect(await tokensOf('treasury')).toBe(treasury + BigInt(STEPS.length) * SOLD)
  expect(await disagreements()).toEqual([])
  expect((await auditLedger(database.database)).faults).toEqual([])
  expect(kills).toBe(STEPS.length)
  figure(`payments: ${kills} services were killed at ${kills} steps of an off-ramp; ${completed} were paid`)
})

/** Provider, books and chain against the orders, as an operator asks for it. */
async function disagreements(): Promise<string[]> {
  const { query } = database.database
  const sandbox = createSandboxProvider({
    url: () => `http://127.0.0.1:${environment.PAYMENT_SANDBOX_PORT}`,
    key: SANDBOX_KEY,
    timeoutMs: 5_000,
  })
  const config = readConfig({ LYCEUM_ENV: 'test' })
  const parts = {
    platform: {
      db: query,
      write: createWrite(database.database, reactionTable([]), () => {}),
      chain: chain.chain,
      config,
      limits: new Limits({ ...config.limits, strict: new MemoryLimits() }),
    },
    providers: { current: sandbox, byName: new Map([[sandbox.name, sandbox]]), payoutBy: {} },
    rates: new RateBook(),
    treasury: TREASURY,
  } as const
  const found = findDisagreements(parts, new Date())
  const said: string[] = []
  for (;;) {
    const { done, value } = await found.next()
    if (done) return value.checked === STEPS.length ? said : [...said, `${value.checked} orders were checked`]
    said.push(`${value.orderId} (${value.status}): ${value.what}`)
  }
}

async function within<Result>(seconds: number, awaited: Promise<Result>): Promise<Result | 'it never came'> {
  const timer = Promise.withResolvers<'it never came'>()
  const ringing = setTimeout(() => timer.resolve('it never came'), seconds * 1_000)
  return Promise.race([awaited, timer.promise]).finally(() => clearTimeout(ringing))
}

test('a twin that pays first and writes it down afterwards pays twice when it is killed between the two', async () => {
  await database.database.query`create table naive_order (paid_at timestamptz)`
  await database.database.query`insert into naive_order values (null)`
  let paid = 0
  const provider = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => Response.json({ paid: ++paid }),
  })
  const run = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'harness/processes/naive-seller.ts')], {
      env: { DATABASE_URL: fate.databaseUrl, PROVIDER_URL: provider.url.toString() },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const victim = run()
  const death = fate.strikeAt({ of: /update naive_order/, at: 'before' }, () => {
    victim.kill('SIGKILL')
    return victim.exited
  })
  expect(await within(60, death)).toBe(KILLED)
  expect(await run().exited).toBe(0)
  await provider.stop(true)
  expect(paid).toBe(2)
})
