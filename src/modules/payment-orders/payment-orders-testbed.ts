import type { Address, Hex } from 'viem'
import { TestUsdt } from '../../../contracts/artifacts/TestUsdt.ts'
import { RELAYED } from '../../../contracts/contracts.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { type OrderId, orderStatusChanged } from '../../events/payment-orders.ts'
import { type ChainFixture, createChainFixture } from '../../platform/chain/chain-testbed.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { onConfirmed, onFailed } from '../../platform/chain/relayer/chain-effects.ts'
import { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { Relayer } from '../../platform/chain/relayer/relayer.ts'
import { FAST_SETTINGS } from '../../platform/chain/relayer/relayer-testbed.ts'
import { MINUTE_MS, now, useSystemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { MemoryRateLimitStore } from '../../platform/rate-limits/memory-store.ts'
import { RateLimits } from '../../platform/rate-limits/rate-limits.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import type { FiatCurrency } from '../payment-providers/public/currency.ts'
import type { PaymentMethod } from '../payment-providers/public/payment-method.ts'
import { startTestSandbox } from '../payment-providers/sandbox-testbed.ts'
import { issuePinToken } from '../wallet/public/pin-token.ts'
import { createTestWallet, createWalletTestbed, type WalletTestbed } from '../wallet/wallet-testbed.ts'
import { orderChainEffects } from './chain-effects.ts'
import type { PaymentDeps } from './deps.ts'
import { type InitiateOffRamp, initiateOffRamp } from './initiate-off-ramp.ts'
import { initiateOnRamp } from './initiate-on-ramp.ts'
import { erasePersonalData } from './personal-data.ts'
import type { Order } from './public/order.ts'
import { acceptPayment, refundOrder } from './public/resolve-order.ts'
import { findOrder, listTransitions } from './queries.ts'
import { quoteOffRamp, quoteOnRamp } from './quotes/create-quote.ts'
import type { Quote } from './quotes/queries.ts'
import { RateCache } from './quotes/rate-cache.ts'
import { reconcileDueOrders } from './reconciliation/reconcile-order.ts'
import { getWalletAddress, readTokenBalance } from './token-transfers.ts'

export const KENYAN = '+254712345678'
export const TREASURY: Address = '0x00000000000000000000000000000000707EA5e1'

export interface PaymentFixture extends WalletTestbed {
  chain: ChainFixture
  deps: PaymentDeps
  emitted: DomainEvent[]
  time: { advance(milliseconds: number): void }
  sandboxUrl: string
  /** Adds a user with a wallet and tokens, in millionths. */
  addLearner(tokens?: bigint): Promise<Caller>
  tokensOf(caller: Caller): Promise<bigint>
  treasury(): Promise<bigint>
  pinToken(caller: Caller): Promise<string>
  quoteOn(caller: Caller, fiatAmount: number, asset?: 'CHAIN_USDT' | 'GEMS'): Promise<Quote>
  quoteOff(caller: Caller, tokens: number, currency?: FiatCurrency): Promise<Quote>
  buy(caller: Caller, fiatAmount: number, options?: { asset?: 'GEMS'; phone?: string }): Promise<Order>
  sell(caller: Caller, tokens: number, phone?: string, deps?: PaymentDeps): Promise<Order>
  /** Presses a button of the sandbox's payment page. */
  press(order: Order, button?: 'paid' | 'declined'): Promise<void>
  order(id: OrderId): Promise<Order>
  statusHistory(id: OrderId): Promise<string[]>
  /** Decides about an order under review. */
  decide(order: Order, decision: 'ACCEPT' | 'REFUND'): Promise<void>
  /** Runs the relayer until it is idle. */
  relay(write?: PaymentDeps['platform']['write']): Promise<void>
  /** Advances the time and reconciles due orders until nothing is due. */
  runUntilIdle(): Promise<void>
  /** Advances the time by ten seconds and reconciles due orders. */
  reconcile(): Promise<void>
  /** Counts the payouts of the sandbox, in all or for one reference. */
  payouts(reference?: string): Promise<number>
  stop(): Promise<void>
}

/** Real wallets, a chain with a relayer and the sandbox provider, with a test clock. */
export async function createPaymentFixture(): Promise<PaymentFixture> {
  const wallets = await createWalletTestbed(16)
  const { database } = wallets
  const db = database.query
  const chain = await createChainFixture()
  const time = createTestClock()
  const sandbox = startTestSandbox(database.autocommit)
  const emitted: DomainEvent[] = []
  const recordEvent = async (tx: Tx, event: DomainEvent) => void tx.afterCommit(() => emitted.push(event))
  const reactions = reactionTable([
    on(transactionConfirmed, { inTransaction: [onConfirmed(orderChainEffects)] }),
    on(transactionFailed, { inTransaction: [onFailed(orderChainEffects)] }),
    on(orderStatusChanged, { inTransaction: [recordEvent] }),
    on(accountDeleted, { inTransaction: [erasePersonalData] }),
  ])
  const write = createWrite(database, reactions, () => {})
  const config = readConfig({ LYCEUM_ENV: 'test' })
  const { provider } = sandbox
  const deps: PaymentDeps = {
    platform: {
      db,
      write,
      chain: chain.chain,
      config,
      rateLimits: new RateLimits({ ...config.limits, strict: new MemoryRateLimitStore() }),
    },
    providers: {
      defaultProvider: provider,
      byName: new Map([[provider.name, provider]]),
      payoutOverrides: {},
    },
    rates: new RateCache(),
    treasury: TREASURY,
    clock: now,
  }
  const genesis = (await chain.chain.rpc.request<{ hash: Hex }>('eth_getBlockByNumber', ['0x0', false])).hash
  const fixture: PaymentFixture = {
    ...wallets,
    write,
    chain,
    deps,
    emitted,
    time,
    sandboxUrl: sandbox.url,
    addLearner: async (tokens = 0n) => {
      const caller = await wallets.addCaller()
      const accountAddress = chain.chain.accountAddress.bind(chain.chain)
      await write((tx) => createTestWallet(tx, { userId: caller.userId, accountAddress, now: now() }))
      if (tokens > 0n) {
        const address = await getWalletAddress(db, caller.userId)
        await chain.send(chain.minter, TestUsdt, 'mint', [referenceHash(newId()), address, tokens])
      }
      return caller
    },
    tokensOf: async ({ userId }) => readTokenBalance(chain.chain, await getWalletAddress(db, userId)),
    treasury: () => readTokenBalance(chain.chain, TREASURY),
    pinToken: (caller) => write((tx) => issuePinToken(tx, caller, now())),
    quoteOn: ({ userId }, fiatAmount, cryptoCurrency = 'CHAIN_USDT') =>
      quoteOnRamp(deps, { userId, fiatAmount, fiatCurrency: 'KES', cryptoCurrency, now: now() }),
    quoteOff: ({ userId }, cryptoAmount, fiatCurrency = 'KES') =>
      quoteOffRamp(deps, { userId, cryptoAmount, fiatCurrency, cryptoCurrency: 'CHAIN_USDT', now: now() }),
    buy: async (caller, fiatAmount, { asset, phone } = {}) => {
      const { id: quoteId } = await fixture.quoteOn(caller, fiatAmount, asset)
      const method: PaymentMethod = phone ? 'MPESA' : 'BANK_TRANSFER'
      return initiateOnRamp(deps, { userId: caller.userId, quoteId, method, phoneNumber: phone, now: now() })
    },
    sell: async (caller, tokens, phone = KENYAN, using = deps) =>
      createOffRamp(
        using,
        await saleRequest(fixture, caller, (await fixture.quoteOff(caller, tokens)).id, phone),
      ),
    press: async ({ paymentUrl }, button = 'paid') => {
      await fetch(`${paymentUrl}/${button}`, { method: 'POST', redirect: 'manual' })
    },
    order: async (id) => (await findOrder(db, id))!,
    statusHistory: async (id) => (await listTransitions(db, [id])).map(({ status }) => status),
    decide: ({ id: orderId }, decision) => {
      const by = { orderId, by: 'a person', now: now() }
      return write((tx) =>
        decision === 'ACCEPT' ? acceptPayment(tx, by) : refundOrder(tx, { ...by, shortfall: undefined }),
      )
    },
    relay: async (using = write) => {
      const relayer = new Relayer({
        database,
        lockDatabase: database,
        write: using,
        rpc: chain.chain.rpc,
        contracts: chain.chain.contractRegistry,
        chainId: chain.chain.chainId,
        genesis,
        account: chain.minter,
        sender: chain.minter.address,
        allowed: RELAYED,
        settings: FAST_SETTINGS,
        clock: now,
        onCheckpoint: () => {},
      })
      await waitUntil(async () => (await relayer.runOnce()) === 'idle')
    },
    reconcile: async () => {
      time.advance(10_000)
      await reconcileDueOrders(deps)
    },
    runUntilIdle: async () => {
      for (let round = 0; round < 40; round++) {
        await fixture.relay()
        time.advance(6 * MINUTE_MS)
        const due = await reconcileDueOrders(deps)
        const [open] = await db`select from chain_transaction where status in ('queued', 'sent')`
        if (due === 0 && !open) return
      }
      throw new Error('orders are still due')
    },
    payouts: async (reference) => {
      const [row] = await db<{ count: number }>`
        select count(*)::int as count from sandbox_payment
        where kind = 'PAYOUT' and state <> 'DOWN' and outcome <> 'FAILS'
          and (${reference ?? null}::text is null or reference = ${reference ?? null})`
      return row!.count
    },
    stop: async () => {
      useSystemClock()
      await sandbox.stop()
      await chain.stop()
      await wallets.test.drop()
    },
  }
  return fixture
}

/** Builds a request to sell by mobile money, with a new PIN token. */
export async function saleRequest(
  fixture: PaymentFixture,
  caller: Caller,
  quoteId: Quote['id'],
  recipientPhoneNumber = KENYAN,
): Promise<InitiateOffRamp> {
  const pinToken = await fixture.pinToken(caller)
  return { caller, quoteId, method: 'MPESA', recipientPhoneNumber, pinToken, now: now() }
}

/** Creates a sale in a transaction of its own, without an HTTP request. */
export function createOffRamp(deps: PaymentDeps, request: InitiateOffRamp): Promise<Order> {
  return initiateOffRamp(deps, request, deps.platform.write)
}
