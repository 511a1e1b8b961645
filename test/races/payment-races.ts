import { createKeyWallet } from '../../src/modules/wallet/chain-wallet-testbed.ts'
import { PIN } from '../harness/operations/owned-resources.ts'
import { waitUntil } from '../harness/wait-until.ts'
import type { RaceFixture } from './race-fixture.ts'
import type { Race, RaceSetup } from './run-race.ts'

const RECIPIENT = { paymentMethod: 'MPESA', recipientPhoneNumber: '+254712345678' }

const countTransitionsTo = (fixture: RaceFixture, orderId: string, status: string) =>
  fixture.count(
    fixture.db`select from payment_order_transition where order_id = ${orderId} and to_status = ${status}`,
  )

async function sellQuote(fixture: RaceFixture, token: string): Promise<string> {
  const sale = { cryptoAmount: 2, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
  return (await fixture.ask(token)('POST /payment/off-ramp/quote', sale)).data.quoteId
}

/** An order in manual review. */
async function orderUnderReview(fixture: RaceFixture): Promise<{ orderId: string; admin: string }> {
  const { token } = await fixture.learner()
  const { orderId } = await fixture.order(token)
  await fixture.db`update payment_order set status = 'UNDER_REVIEW' where id = ${orderId}`
  return { orderId, admin: (await fixture.admin()).token }
}

/** A purchase of gems that is paid and delivered. */
async function completedOrder(fixture: RaceFixture): Promise<{ orderId: string; admin: string }> {
  const { token } = await fixture.learner()
  const { orderId, paymentUrl } = await fixture.order(token)
  const { token: admin } = await fixture.admin()
  await fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  await waitUntil(async () => (await countTransitionsTo(fixture, orderId, 'COMPLETED')) === 1)
  return { orderId, admin }
}

/** Quotes, orders, PINs and wallets. */
export const PAYMENT_RACES: Race[] = [
  {
    operation: 'POST /payment/on-ramp/initiate',
    refused: ['QUOTE_ALREADY_USED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { quoteId } = await fixture.quote(token)
      return {
        token,
        body: { quoteId, paymentMethod: 'BANK_TRANSFER' },
        effects: () => fixture.count(fixture.db`select from payment_order where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /payment/off-ramp/initiate',
    what: 'one quote, with the PIN',
    // Fewer, because each PIN is hashed.
    concurrency: 8,
    refused: ['QUOTE_ALREADY_USED'],
    stage: async (fixture) => {
      const { accessToken: token } = await fixture.seller()
      const quoteId = await sellQuote(fixture, token)
      return {
        token,
        body: { quoteId, ...RECIPIENT, walletPin: PIN },
        effects: () => fixture.count(fixture.db`select from payment_order where quote_id = ${quoteId}`),
      }
    },
  },
  {
    operation: 'POST /payment/off-ramp/initiate',
    what: 'many quotes, with one token of the PIN',
    refused: ['PIN_REQUIRED', 'PIN_INVALID', 'PIN_TOKEN_INVALID'],
    stage: async (fixture): Promise<RaceSetup> => {
      const { accessToken: token } = await fixture.seller()
      const { pinToken } = (await fixture.ask(token)('POST /auth/verify-wallet-pin', { pin: PIN })).data
      const quotes = await Promise.all(Array.from({ length: 20 }, () => sellQuote(fixture, token)))
      return {
        token,
        body: (index: number) => ({ quoteId: quotes[index], ...RECIPIENT, pinToken }),
        effects: () =>
          fixture.count(fixture.db`select from payment_order where quote_id = any(${quotes}::uuid[])`),
      }
    },
  },
  {
    operation: 'POST /payment/orders/{id}/cancel',
    refused: ['ORDER_NOT_CANCELLABLE'],
    stage: async (fixture) => {
      const { token } = await fixture.learner()
      const { orderId } = await fixture.order(token)
      return {
        token,
        path: { id: orderId },
        effects: () => countTransitionsTo(fixture, orderId, 'CANCELLED'),
      }
    },
  },
  {
    operation: 'POST /admin/orders/{id}/refund',
    refused: ['MOVE_NOT_ALLOWED'],
    stage: async (fixture) => {
      const { orderId, admin } = await orderUnderReview(fixture)
      return {
        token: admin,
        path: { id: orderId },
        body: { reason: 'A test.' },
        effects: () => countTransitionsTo(fixture, orderId, 'REFUND_PENDING'),
      }
    },
  },
  {
    operation: 'POST /admin/orders/{id}/refund',
    what: 'a completed purchase of gems',
    refused: ['MOVE_NOT_ALLOWED'],
    stage: async (fixture) => {
      const { orderId, admin } = await completedOrder(fixture)
      return {
        token: admin,
        path: { id: orderId },
        body: { reason: 'A test.', shortfall: 0 },
        effects: () => fixture.countTransfersFrom(`order:${orderId}:taken-back`),
      }
    },
  },
  {
    operation: 'POST /admin/orders/{id}/accept',
    refused: ['MOVE_NOT_ALLOWED'],
    stage: async (fixture) => {
      const { orderId, admin } = await orderUnderReview(fixture)
      return {
        token: admin,
        path: { id: orderId },
        // A job credits the gems once.
        effects: async () => {
          await waitUntil(async () => (await fixture.countTransfersFrom(`order:${orderId}:gems`)) > 0)
          return countTransitionsTo(fixture, orderId, 'PAYMENT_RECEIVED')
        },
      }
    },
  },
  {
    operation: 'POST /blockchain/link-wallet',
    refused: ['SIGNATURE_INVALID', 'CHALLENGE_EXPIRED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const wallet = createKeyWallet()
      const { message } = (
        await fixture.ask(token)(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`)
      ).data
      const signature = await wallet.signMessage(message)
      return {
        token,
        body: { walletAddress: wallet.address, message, signature },
        effects: () => fixture.count(fixture.db`select from linked_wallet where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /auth/set-wallet-pin',
    concurrency: 8,
    refused: ['PIN_ALREADY_SET'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        body: { pin: PIN },
        effects: () => fixture.count(fixture.db`select from wallet_pin where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /auth/verify-wallet-pin-reset-otp',
    concurrency: 8,
    refused: ['CODE_INVALID', 'CODE_EXPIRED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      await fixture.ask(token)('POST /auth/set-wallet-pin', { pin: PIN })
      await fixture.ask(token)('POST /auth/reset-wallet-pin-otp')
      const otpCode = await fixture.service.codeFor(`${id}@example.com`)
      const [before] = await fixture.db<{ hash: string }>`
        select pin_hash as hash from wallet_pin where user_id = ${id}`
      const pins = ['580471', '904512', '271839', '638205', '415907', '862049', '507316', '193648']
      return {
        token,
        body: (index: number) => ({ otpCode, newPin: pins[index] }),
        effects: async () => {
          const [after] = await fixture.db<{ hash: string }>`
            select pin_hash as hash from wallet_pin where user_id = ${id}`
          return after!.hash === before!.hash ? 0 : 1
        },
      }
    },
  },
]
