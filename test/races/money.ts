import { createKeyWallet } from '../../src/modules/wallet/chain-wallet-testbed.ts'
import { PIN } from '../harness/operations/possessions.ts'
import { until } from '../harness/until.ts'
import type { RaceBed } from './bed.ts'
import type { Race, Stage } from './race.ts'

const RECIPIENT = { paymentMethod: 'MPESA', recipientPhoneNumber: '+254712345678' }

const movesTo = (bed: RaceBed, orderId: string, status: string) =>
  bed.count(bed.db`select from payment_move where order_id = ${orderId} and to_status = ${status}`)

async function sellQuote(bed: RaceBed, token: string): Promise<string> {
  const sale = { cryptoAmount: 2, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
  return (await bed.ask(token)('POST /payment/off-ramp/quote', sale)).data.quoteId
}

/** An order that people have to look at. */
async function questionable(bed: RaceBed): Promise<{ orderId: string; admin: string }> {
  const { token } = await bed.learner()
  const { orderId } = await bed.order(token)
  await bed.db`update payment_order set status = 'UNDER_REVIEW' where id = ${orderId}`
  return { orderId, admin: (await bed.admin()).token }
}

/** Quotes, orders, PINs and wallets. */
export const MONEY_RACES: Race[] = [
  {
    operation: 'POST /payment/on-ramp/initiate',
    refused: ['QUOTE_ALREADY_USED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { quoteId } = await bed.quote(token)
      return {
        token,
        body: { quoteId, paymentMethod: 'BANK_TRANSFER' },
        effects: () => bed.count(bed.db`select from payment_order where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /payment/off-ramp/initiate',
    what: 'one quote, with the PIN',
    // Each PIN is a hash that is made to cost.
    atOnce: 8,
    refused: ['QUOTE_ALREADY_USED'],
    stage: async (bed) => {
      const { accessToken: token } = await bed.seller()
      const quoteId = await sellQuote(bed, token)
      return {
        token,
        body: { quoteId, ...RECIPIENT, walletPin: PIN },
        effects: () => bed.count(bed.db`select from payment_order where quote_id = ${quoteId}`),
      }
    },
  },
  {
    operation: 'POST /payment/off-ramp/initiate',
    what: 'many quotes, with one token of the PIN',
    refused: ['PIN_REQUIRED', 'PIN_INVALID', 'PIN_TOKEN_INVALID'],
    stage: async (bed): Promise<Stage> => {
      const { accessToken: token } = await bed.seller()
      const { pinToken } = (await bed.ask(token)('POST /auth/verify-wallet-pin', { pin: PIN })).data
      const quotes = await Promise.all(Array.from({ length: 20 }, () => sellQuote(bed, token)))
      return {
        token,
        body: (index: number) => ({ quoteId: quotes[index], ...RECIPIENT, pinToken }),
        effects: () => bed.count(bed.db`select from payment_order where quote_id = any(${quotes}::uuid[])`),
      }
    },
  },
  {
    operation: 'POST /payment/orders/{id}/cancel',
    refused: ['ORDER_NOT_CANCELLABLE'],
    stage: async (bed) => {
      const { token } = await bed.learner()
      const { orderId } = await bed.order(token)
      return { token, path: { id: orderId }, effects: () => movesTo(bed, orderId, 'CANCELLED') }
    },
  },
  {
    operation: 'POST /admin/orders/{id}/refund',
    refused: ['MOVE_NOT_ALLOWED'],
    stage: async (bed) => {
      const { orderId, admin } = await questionable(bed)
      return {
        token: admin,
        path: { id: orderId },
        body: {},
        effects: () => movesTo(bed, orderId, 'REFUND_PENDING'),
      }
    },
  },
  {
    operation: 'POST /admin/orders/{id}/accept',
    refused: ['MOVE_NOT_ALLOWED'],
    stage: async (bed) => {
      const { orderId, admin } = await questionable(bed)
      return {
        token: admin,
        path: { id: orderId },
        // The gems come by job, once.
        effects: async () => {
          await until(async () => (await bed.transfers(`order:${orderId}:gems`)) > 0, 60)
          return movesTo(bed, orderId, 'PAYMENT_RECEIVED')
        },
      }
    },
  },
  {
    operation: 'POST /blockchain/link-wallet',
    refused: ['SIGNATURE_INVALID', 'CHALLENGE_EXPIRED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const wallet = createKeyWallet()
      const { message } = (
        await bed.ask(token)(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`)
      ).data
      const signature = await wallet.signMessage(message)
      return {
        token,
        body: { walletAddress: wallet.address, message, signature },
        effects: () => bed.count(bed.db`select from linked_wallet where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /auth/set-wallet-pin',
    atOnce: 8,
    refused: ['PIN_ALREADY_SET'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return {
        token,
        body: { pin: PIN },
        effects: () => bed.count(bed.db`select from wallet_pin where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /auth/verify-wallet-pin-reset-otp',
    atOnce: 8,
    refused: ['CODE_INVALID', 'CODE_EXPIRED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      await bed.ask(token)('POST /auth/set-wallet-pin', { pin: PIN })
      await bed.ask(token)('POST /auth/reset-wallet-pin-otp')
      const otpCode = await bed.service.codeFor(`${id}@example.com`)
      const [before] = await bed.db<{ hash: string }>`
        select pin_hash as hash from wallet_pin where user_id = ${id}`
      const pins = ['580471', '904512', '271839', '638205', '415907', '862049', '507316', '193648']
      return {
        token,
        body: (index: number) => ({ otpCode, newPin: pins[index] }),
        effects: async () => {
          const [after] = await bed.db<{ hash: string }>`
            select pin_hash as hash from wallet_pin where user_id = ${id}`
          return after!.hash === before!.hash ? 0 : 1
        },
      }
    },
  },
]
