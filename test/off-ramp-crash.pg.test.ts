import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestUsdt } from '../contracts/artifacts/TestUsdt.ts'
import type { OrderId } from '../src/events/payment-orders.ts'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { TREASURY } from '../src/modules/payment-orders/payment-orders-testbed.ts'
import { findTokenReservation, listTransitions } from '../src/modules/payment-orders/queries.ts'
import { RateCache } from '../src/modules/payment-orders/quotes/rate-cache.ts'
import { findDiscrepancies } from '../src/modules/payment-orders/reconciliation/find-discrepancies.ts'
import { getWalletAddress, readTokenBalance } from '../src/modules/payment-orders/token-transfers.ts'
import { SANDBOX_KEY } from '../src/modules/payment-providers/create-providers.ts'
import { createSandboxProvider } from '../src/modules/payment-providers/sandbox/sandbox-provider.ts'
import {
  CHAIN_ID,
  type ChainFixture,
  createChainFixture,
  privateKeyOf,
} from '../src/platform/chain/chain-testbed.ts'
import { referenceHash } from '../src/platform/chain/contract.ts'
import { readConfig } from '../src/platform/config/config.ts'
import type { UserId } from '../src/platform/ids.ts'
import { findFreePort } from '../src/platform/ports.ts'
import { MemoryRateLimitStore } from '../src/platform/rate-limits/memory-store.ts'
import { RateLimits } from '../src/platform/rate-limits/rate-limits.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from './harness/database.ts'
import { FAILS, OFF_RAMP_KILL_POINTS, type OffRampKillPoint, PAID } from './harness/off-ramp-kill-points.ts'
import { createKillPoint, type KillPoint } from './harness/processes/kill-point.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { reportMeasurement } from './harness/report-measurement.ts'

const PIN = '739164'
const SOLD = 5_000_000n
const KILLED = 128 + 9

const folder = mkdtempSync(join(tmpdir(), 'lyceum-off-ramp-'))
let database: TestDatabase
let chain: ChainFixture
let killPoint: KillPoint
let environment: Record<string, string>
let service: ServiceProcess
let user: TestUser
let userId: UserId
beforeAll(async () => {
  ;[database, chain] = await Promise.all([createTestDatabase(), createChainFixture()])
  killPoint = await createKillPoint({ databaseUrl: database.url, chainUrl: chain.embedded.url() })
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  const { contracts } = chain.chain
  environment = {
    LYCEUM_ENV: 'test',
    DATABASE_URL: killPoint.databaseUrl,
    DATA_DIR: folder,
    CHAIN: 'on',
    CHAIN_RPC_URL: killPoint.chainUrl,
    CHAIN_ID: String(CHAIN_ID),
    CHAIN_CONFIRMATIONS: '1',
    CHAIN_CONTRACTS_FILE: file('contracts.json', JSON.stringify({ chainId: CHAIN_ID, block: 0, contracts })),
    RELAYER_PRIVATE_KEY_FILE: file('relayer.key', privateKeyOf('minter')),
    PAYMENT_SANDBOX_PORT: String(await findFreePort()),
    // The process is killed often and logs errors.
    LOG_LEVEL: 'silent',
  }
  service = await spawnService(environment)
  user = await service.register()
  userId = user.id as UserId
  await service.call('POST /auth/set-wallet-pin', { token: user.accessToken, body: { pin: PIN } })
  const address = await getWalletAddress(database.database.query, userId)
  const all = SOLD * BigInt(OFF_RAMP_KILL_POINTS.length)
  await chain.send(chain.minter, TestUsdt, 'mint', [referenceHash('all that is sold'), address, all])
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await killPoint?.close()
  await chain?.stop()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function quote(): Promise<string> {
  const body = { cryptoAmount: 5, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
  const response = await service.call('POST /payment/off-ramp/quote', { token: user.accessToken, body })
  expect(response.status).toBe(200)
  return response.body.data.quoteId
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

async function stateOf(quoteId: string): Promise<string> {
  const [order] = await database.database.query<{ id: OrderId; status: string; hasArrived: boolean }>`
    select id, status, tokens_collected_at is not null as "hasArrived" from payment_order where quote_id = ${quoteId}`
  if (!order) return 'none'
  const isRequested = (await payouts(order.id)).length > 0
  return [order.status, order.hasArrived ? 'arrived' : [], isRequested ? 'asked' : []].flat().join(' ')
}

/** Expires the two-minute claim of the killed process on its order. */
async function expireClaims(): Promise<void> {
  await database.database.query`
    update payment_order set claimed_until = now(), next_poll_at = least(next_poll_at, now()) where claimed_until is not null`
}

/** Runs the scheduled job repeatedly, without waiting for the next check of an order. */
async function finish(quoteId: string) {
  const { query } = database.database
  for (let round = 0; ; round++) {
    const [order] = await ordersOf(quoteId)
    if (order && ['COMPLETED', 'REFUNDED'].includes(order.status)) return order
    if (round === 300) throw new Error(`the order stays ${order?.status}: ${service.output()}`)
    await query`update payment_order set next_poll_at = now() where next_poll_at > now() and claimed_until is null`
    // Skips the fifteen minutes in which a request of the killed process may still take effect.
    await query`update payment_order set request_outstanding_until = now() where request_outstanding_until > now()`
    for (const job of ['payment_orders.reconcile_due_orders', 'webhooks.process_events'])
      await query`insert into outbox (id, job, data) values (${Bun.randomUUIDv7()}, ${job}, '{}')`
    await Bun.sleep(150)
  }
}

const tokensOf = async (of: 'seller' | 'treasury') =>
  readTokenBalance(
    chain.chain,
    of === 'treasury' ? TREASURY : await getWalletAddress(database.database.query, userId),
  )

/** The payouts in the list of the provider. */
async function payouts(orderId: OrderId): Promise<string[]> {
  const rows = await database.database.query<{ outcome: string }>`
    select outcome from sandbox_payment where kind = 'PAYOUT' and reference = ${orderId}`
  return rows.map(({ outcome }) => (outcome === 'FAILS' ? 'failed' : 'paid'))
}

/** Sells tokens in a service that is killed, and finishes the sale in the next one. Returns the result. */
async function sellThrough({
  name,
  phone,
  moment,
  expectedState,
}: OffRampKillPoint): Promise<{ id: OrderId; status: string }> {
  const quoteId = await quote()
  const victim = service
  const death = killPoint.killAt(moment, () => victim.kill('SIGKILL'))
  const response = await initiate(quoteId, phone).catch(() => undefined)
  if (response) expect([name, response.status]).toEqual([name, 201])
  expect([name, await within(60, death)]).toEqual([name, KILLED])
  expect(`${name}: ${await stateOf(quoteId)}`).toMatch(new RegExp(expectedState.source.replace(/^\^/, ': ')))
  await expireClaims()
  service = await spawnService(environment)
  if (!response) {
    // The client retries without a response. A quote is valid for one order.
    const isThere = (await ordersOf(quoteId)).length === 1
    expect([name, (await initiate(quoteId, phone)).status]).toEqual([name, isThere ? 409 : 201])
  }
  const order = await finish(quoteId)
  expect(await ordersOf(quoteId)).toHaveLength(1)
  return order
}

test('tokens of an off-ramp that is killed at any step are never both paid out and refunded, and never lost', async () => {
  let kills = 0
  let completed = 0n
  const [seller, treasury] = [await tokensOf('seller'), await tokensOf('treasury')]
  for (const step of OFF_RAMP_KILL_POINTS) {
    const { id, status } = await sellThrough(step)
    kills++
    const isPaid = step.phone === PAID
    if (isPaid) completed++
    const statuses = (await listTransitions(database.database.query, [id])).map((move) => move.status)
    expect({
      step: step.name,
      status,
      moves: statuses.filter((move) => move !== 'PAYOUT_SENT'),
      payouts: await payouts(id),
      tokens: await tokensOf('seller'),
      reserved: (await findTokenReservation(database.database.query, userId)).reserved,
    }).toEqual({
      step: step.name,
      status: isPaid ? 'COMPLETED' : 'REFUNDED',
      moves: isPaid ? ['PROCESSING', 'COMPLETED'] : ['PROCESSING', 'FAILED', 'REFUNDED'],
      payouts: isPaid ? ['paid'] : step.phone === FAILS ? ['failed'] : [],
      tokens: seller - completed * SOLD,
      reserved: 0n,
    })
  }
  // A refund mints new tokens; the collected ones stay.
  expect(await tokensOf('treasury')).toBe(treasury + BigInt(OFF_RAMP_KILL_POINTS.length) * SOLD)
  expect(await disagreements()).toEqual([])
  expect((await auditLedger(database.database)).faults).toEqual([])
  expect(kills).toBe(OFF_RAMP_KILL_POINTS.length)
  reportMeasurement(
    `payments: ${kills} services were killed at ${kills} steps of an off-ramp; ${completed} were paid`,
  )
})

/** Compares the provider, the ledger and the chain with the orders, like the operator command. */
async function disagreements(): Promise<string[]> {
  const { query } = database.database
  const sandbox = createSandboxProvider({
    url: () => `http://127.0.0.1:${environment.PAYMENT_SANDBOX_PORT}`,
    key: SANDBOX_KEY,
    timeoutMs: 5_000,
  })
  const config = readConfig({ LYCEUM_ENV: 'test' })
  const deps = {
    platform: {
      db: query,
      write: createWrite(database.database, reactionTable([]), () => {}),
      chain: chain.chain,
      config,
      rateLimits: new RateLimits({ ...config.limits, strict: new MemoryRateLimitStore() }),
    },
    providers: { defaultProvider: sandbox, byName: new Map([[sandbox.name, sandbox]]), payoutOverrides: {} },
    rates: new RateCache(),
    treasury: TREASURY,
    clock: () => new Date(),
  } as const
  const found = findDiscrepancies(deps, new Date())
  const disagreementLines: string[] = []
  for (;;) {
    const { done, value } = await found.next()
    if (done)
      return value.checked === OFF_RAMP_KILL_POINTS.length
        ? disagreementLines
        : [...disagreementLines, `${value.checked} orders were checked`]
    disagreementLines.push(`${value.orderId} (${value.status}): ${value.description}`)
  }
}

async function within<Result>(seconds: number, promise: Promise<Result>): Promise<Result | 'it never came'> {
  const timer = Promise.withResolvers<'it never came'>()
  const timeout = setTimeout(() => timer.resolve('it never came'), seconds * 1_000)
  return Promise.race([promise, timer.promise]).finally(() => clearTimeout(timeout))
}

test('an unsafe control that pays before it stores the payment pays twice when it is killed in between', async () => {
  await database.database.query`create table unsafe_order (paid_at timestamptz)`
  await database.database.query`insert into unsafe_order values (null)`
  let paid = 0
  const provider = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => Response.json({ paid: ++paid }),
  })
  const run = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'harness/processes/unsafe-payout-process.ts')], {
      env: { DATABASE_URL: killPoint.databaseUrl, PROVIDER_URL: provider.url.toString() },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const victim = run()
  const death = killPoint.killAt({ of: /update unsafe_order/, at: 'before' }, () => {
    victim.kill('SIGKILL')
    return victim.exited
  })
  expect(await within(60, death)).toBe(KILLED)
  expect(await run().exited).toBe(0)
  await provider.stop(true)
  expect(paid).toBe(2)
})
