import type { Address, Hex } from 'viem'
import { TestUsdt } from '../../../contracts/artifacts/TestUsdt.ts'
import { RELAYED } from '../../../contracts/contracts.ts'
import { createTestTime } from '../../../test/harness/time.ts'
import { until } from '../../../test/harness/until.ts'
import { type ChainBed, createChainBed } from '../../platform/chain/chain-testbed.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { Relayer } from '../../platform/chain/relayer/relayer.ts'
import { QUICK } from '../../platform/chain/relayer/relayer-testbed.ts'
import { MINUTE_MS, now, useSystemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Fact } from '../../platform/events.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { Limits } from '../../platform/limits/limits.ts'
import { MemoryLimits } from '../../platform/limits/memory.ts'
import { reactionTable, when } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { createWrite } from '../../platform/write.ts'
import { accountDeleted } from '../identity/events.ts'
import { makeWallets } from '../wallet/accounts/make-wallet.ts'
import { issuePinToken } from '../wallet/pin/pin-token.ts'
import { createWalletBed, type WalletBed } from '../wallet/wallet-testbed.ts'
import { orderMoved } from './events.ts'
import type { PaymentMethod } from './method.ts'
import { textOf } from './money/amount.ts'
import type { FiatCurrency } from './money/currency.ts'
import { noteConfirmed, noteFailed } from './orders/hear-chain.ts'
import { type InitiateOffRamp, initiateOffRamp } from './orders/initiate-off-ramp.ts'
import { initiateOnRamp } from './orders/initiate-on-ramp.ts'
import type { Order, OrderId } from './orders/order.ts'
import { findOrder, listMoves } from './orders/queries.ts'
import { getWalletAddress, readTokens } from './orders/tokens.ts'
import type { PaymentParts } from './parts.ts'
import { forgetPayments } from './personal-data.ts'
import type { PaymentProvider, PayoutRequest } from './providers/provider.ts'
import { quoteOffRamp, quoteOnRamp } from './quotes/create-quote.ts'
import type { Quote } from './quotes/queries.ts'
import { RateBook } from './quotes/rate-book.ts'
import { sweepOrders } from './reconcile/advance-order.ts'
import { outcomeOf } from './sandbox/outcome.ts'
import { createSandboxProvider } from './sandbox/sandbox-provider.ts'
import { startSandbox } from './sandbox/sandbox-server.ts'

export const KENYAN = '+254712345678'
export const SANDBOX_KEY = 'a-key-for-tests'
export const TREASURY: Address = '0x00000000000000000000000000000000707EA5e1'

export interface PaymentBed extends WalletBed {
  chain: ChainBed
  parts: PaymentParts
  told: Fact[]
  time: { pass(milliseconds: number): void }
  sandboxUrl: string
  /** Somebody with a wallet and so many tokens, in millionths. */
  addLearner(tokens?: bigint): Promise<Caller>
  tokensOf(caller: Caller): Promise<bigint>
  treasury(): Promise<bigint>
  pinToken(caller: Caller): Promise<string>
  quoteOn(caller: Caller, fiatAmount: number, asset?: 'CHAIN_USDT' | 'GEMS'): Promise<Quote>
  quoteOff(caller: Caller, tokens: number, currency?: FiatCurrency): Promise<Quote>
  buy(caller: Caller, fiatAmount: number, options?: { asset?: 'GEMS'; phone?: string }): Promise<Order>
  sell(caller: Caller, tokens: number, phone?: string, parts?: PaymentParts): Promise<Order>
  /** Presses the button of the pay page. */
  press(order: Order, button?: 'paid' | 'declined'): Promise<void>
  order(id: OrderId): Promise<Order>
  way(id: OrderId): Promise<string[]>
  /** The relayer works until nothing is left for it. */
  relay(write?: PaymentParts['platform']['write']): Promise<void>
  /** Some minutes pass and the sweep comes by, until nothing is due any more. */
  comeToRest(): Promise<void>
  /** One sweep, some seconds later. */
  sweep(): Promise<void>
  /** Whether and how often the company has paid under a reference. */
  payouts(reference?: string): Promise<number>
  stop(): Promise<void>
}

/** Wallets, a chain with a relayer and the sandbox company, each real; only the time is the tests' own. */
export async function createPaymentBed(): Promise<PaymentBed> {
  const wallets = await createWalletBed(16)
  const { database } = wallets
  const db = database.query
  const chain = await createChainBed()
  const time = createTestTime()
  const sandbox = startSandbox({
    hostname: '127.0.0.1',
    port: 0,
    key: SANDBOX_KEY,
    payoutMs: 5_000,
    downMs: 5_000,
  })
  sandbox.open(db)
  const told: Fact[] = []
  const note = async (tx: Tx, fact: Fact) => void tx.afterCommit(() => told.push(fact))
  const reactions = reactionTable([
    when(transactionConfirmed, { now: [noteConfirmed] }),
    when(transactionFailed, { now: [noteFailed] }),
    when(orderMoved, { now: [note] }),
    when(accountDeleted, { now: [forgetPayments] }),
  ])
  const write = createWrite(database, reactions, () => {})
  const config = readConfig({ LYCEUM_ENV: 'test' })
  const provider = sandboxProvider(() => sandbox.url)
  const parts: PaymentParts = {
    platform: {
      db,
      write,
      chain: chain.chain,
      config,
      limits: new Limits({ ...config.limits, strict: new MemoryLimits() }),
    },
    providers: { current: provider, byName: new Map([[provider.name, provider]]), payoutBy: {} },
    rates: new RateBook(),
    treasury: TREASURY,
  }
  const genesis = (await chain.chain.rpc.request<{ hash: Hex }>('eth_getBlockByNumber', ['0x0', false])).hash
  const bed: PaymentBed = {
    ...wallets,
    write,
    chain,
    parts,
    told,
    time,
    sandboxUrl: sandbox.url,
    addLearner: async (tokens = 0n) => {
      const caller = await wallets.addCaller()
      const accountAddress = chain.chain.accountAddress.bind(chain.chain)
      await write((tx) => makeWallets(tx, { userIds: [caller.userId], accountAddress, now: now() }))
      if (tokens > 0n) {
        const address = await getWalletAddress(db, caller.userId)
        await chain.send(chain.minter, TestUsdt, 'mint', [referenceHash(newId()), address, tokens])
      }
      return caller
    },
    tokensOf: async ({ userId }) => readTokens(chain.chain, await getWalletAddress(db, userId)),
    treasury: () => readTokens(chain.chain, TREASURY),
    pinToken: (caller) => write((tx) => issuePinToken(tx, caller, now())),
    quoteOn: ({ userId }, fiatAmount, cryptoCurrency = 'CHAIN_USDT') =>
      quoteOnRamp(parts, { userId, fiatAmount, fiatCurrency: 'KES', cryptoCurrency, now: now() }),
    quoteOff: ({ userId }, cryptoAmount, fiatCurrency = 'KES') =>
      quoteOffRamp(parts, { userId, cryptoAmount, fiatCurrency, cryptoCurrency: 'CHAIN_USDT', now: now() }),
    buy: async (caller, fiatAmount, { asset, phone } = {}) => {
      const { id: quoteId } = await bed.quoteOn(caller, fiatAmount, asset)
      const method: PaymentMethod = phone ? 'MPESA' : 'BANK_TRANSFER'
      return initiateOnRamp(parts, { userId: caller.userId, quoteId, method, phoneNumber: phone, now: now() })
    },
    sell: async (caller, tokens, phone = KENYAN, using = parts) =>
      initiateOffRamp(using, await saleOf(bed, caller, (await bed.quoteOff(caller, tokens)).id, phone)),
    press: async ({ paymentUrl }, button = 'paid') => {
      await fetch(`${paymentUrl}/${button}`, { method: 'POST', redirect: 'manual' })
    },
    order: async (id) => (await findOrder(db, id))!,
    way: async (id) => (await listMoves(db, id)).map(({ status }) => status),
    relay: async (using = write) => {
      const relayer = new Relayer({
        database,
        lockDatabase: database,
        write: using,
        rpc: chain.chain.rpc,
        book: chain.chain.book,
        chainId: chain.chain.chainId,
        genesis,
        account: chain.minter,
        sender: chain.minter.address,
        allowed: RELAYED,
        settings: QUICK,
        onStep: () => {},
      })
      await until(async () => (await relayer.runOnce()) === 'idle', 60)
    },
    sweep: async () => {
      time.pass(10_000)
      await sweepOrders(parts)
    },
    comeToRest: async () => {
      for (let round = 0; round < 40; round++) {
        await bed.relay()
        time.pass(6 * MINUTE_MS)
        const due = await sweepOrders(parts)
        const [open] = await db`select from chain_transaction where status in ('queued', 'sent')`
        if (due === 0 && !open) return
      }
      throw new Error('orders did not come to rest')
    },
    payouts: async (reference) => {
      const [row] = await db<{ count: number }>`
        select count(*)::int as count from payment_sandbox
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
  return bed
}

/** Whoever is never answered waits for a moment; all others as long as a busy machine needs. */
function sandboxProvider(url: () => string): PaymentProvider {
  const [patient, hasty] = [10_000, 500].map((timeoutMs) =>
    createSandboxProvider({ url, key: SANDBOX_KEY, timeoutMs }),
  ) as [PaymentProvider, PaymentProvider]
  const asks = ({ amount, currency, contact }: PayoutRequest) =>
    outcomeOf({ amount: textOf(amount, currency), ...contact }) === 'TIMES_OUT' ? hasty : patient
  return {
    ...patient,
    collect: (wanted) => asks(wanted).collect(wanted),
    pay: (wanted) => asks(wanted).pay(wanted),
  }
}

/** A request to sell by mobile money, opened by a PIN token of its own. */
export async function saleOf(
  bed: PaymentBed,
  caller: Caller,
  quoteId: Quote['id'],
  recipientPhoneNumber = KENYAN,
): Promise<InitiateOffRamp> {
  const pinToken = await bed.pinToken(caller)
  return { caller, quoteId, method: 'MPESA', recipientPhoneNumber, pinToken, now: now() }
}
