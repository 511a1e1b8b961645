import { strict as assert } from 'node:assert'
import type { TestUser } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { fields } from './kinds.ts'
import type { Section } from './row.ts'
import { enveloped, needsToken, refused, type World } from './world.ts'

const PIN = '739164'
const WANTED = { fiatAmount: 1300, fiatCurrency: 'KES', cryptoCurrency: 'CHAIN_USDT' }
const SALE = { cryptoAmount: 2, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
const RECIPIENT = { paymentMethod: 'MPESA', recipientPhoneNumber: '+254712345678' }

const quoteOn = (world: World, user: TestUser) =>
  world.answer(200, 'POST /payment/on-ramp/quote', user, WANTED)
const quoteOff = (world: World, user: TestUser) =>
  world.answer(200, 'POST /payment/off-ramp/quote', user, SALE)

/** Somebody with a PIN who bought tokens: quote, order, payment at the sandbox, tokens on the chain. */
const buyer = async (world: World) => {
  const user = await world.newUser({ country: 'KE' })
  await world.answer(200, 'POST /auth/set-wallet-pin', user, { pin: PIN })
  const quote = await quoteOn(world, user)
  const body = { quoteId: quote.data.quoteId, paymentMethod: 'BANK_TRANSFER', phoneNumber: '+254712345678' }
  const order = await world.answer(201, 'POST /payment/on-ramp/initiate', user, body)
  await fetch(`${order.data.paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  return { user, quote, order }
}

/** The same, when the tokens are there, selling some of them by PIN. */
const seller = async (world: World) => {
  const { user, order } = await world.once(buyer)
  await until(
    async () => (await world.get(`/payment/orders/${order.data.orderId}`, user)).status === 'COMPLETED',
    90,
  )
  const quote = await quoteOff(world, user)
  const body = { quoteId: quote.data.quoteId, ...RECIPIENT }
  await refused(world, [403, 'PIN_REQUIRED'], 'POST /payment/off-ramp/initiate', user, body)
  const sale = await world.answer(201, 'POST /payment/off-ramp/initiate', user, { ...body, walletPin: PIN })
  return { user, quote, sale }
}

export const PAYMENTS: Section[] = [
  {
    title: 'Endpoints: Payments',
    rows: [
      {
        name: 'POST /payment/on-ramp/quote',
        promise:
          'Bearer; fiatAmount, fiatCurrency, cryptoCurrency required; 200 {success, data: on-ramp quote}',
        prove: async (world) => {
          const { user, quote } = await world.once(buyer)
          enveloped(quote, 'data')
          await needsToken(world, 'POST /payment/on-ramp/quote', WANTED)
          for (const field of Object.keys(WANTED)) {
            const body = { ...WANTED, [field]: undefined }
            await refused(world, [400, 'VALIDATION_FAILED'], 'POST /payment/on-ramp/quote', user, body)
          }
        },
      },
      {
        name: 'POST /payment/on-ramp/initiate',
        promise: 'quoteId, paymentMethod, phoneNumber; 201 {success, data: on-ramp order}',
        prove: async (world) => {
          await needsToken(world, 'POST /payment/on-ramp/initiate', {})
          enveloped((await world.once(buyer)).order, 'data')
        },
      },
      {
        name: 'POST /payment/off-ramp/quote',
        promise: 'cryptoAmount, cryptoCurrency, fiatCurrency; 200 {success, data: off-ramp quote}',
        prove: async (world) => {
          await needsToken(world, 'POST /payment/off-ramp/quote', SALE)
          enveloped((await world.once(seller)).quote, 'data')
        },
      },
      {
        name: 'POST /payment/off-ramp/initiate',
        promise:
          'Bearer; quoteId, paymentMethod, recipientPhoneNumber, walletPin; 201 {success, data: off-ramp order, message}',
        prove: async (world) => {
          await needsToken(world, 'POST /payment/off-ramp/initiate', {})
          enveloped((await world.once(seller)).sale, 'data', 'message')
        },
      },
      {
        name: 'POST /payment/off-ramp/initiate, the PIN',
        promise: 'requires the verified wallet PIN',
        prove: async (world) => {
          const { user } = await world.once(seller)
          const { data } = await quoteOff(world, user)
          const body = { quoteId: data.quoteId, ...RECIPIENT, walletPin: '904512' }
          await refused(world, [401, 'PIN_INVALID'], 'POST /payment/off-ramp/initiate', user, body)
        },
      },
      {
        name: 'POST /payment/off-ramp/initiate, the PIN session token',
        promise: 'or a PIN session token',
        prove: async (world) => {
          const { user } = await world.once(seller)
          const { pinToken } = (await world.answer(200, 'POST /auth/verify-wallet-pin', user, { pin: PIN }))
            .data
          const { data } = await quoteOff(world, user)
          const body = { quoteId: data.quoteId, ...RECIPIENT, pinToken }
          await world.answer(201, 'POST /payment/off-ramp/initiate', user, body)
        },
      },
    ],
  },
  {
    title: 'States: Payments',
    rows: [
      {
        name: 'On-ramp order: initiate',
        promise: 'valid quote → PENDING_PAYMENT; payment checkout details returned',
        prove: async (world) => {
          const { data } = (await world.once(buyer)).order
          assert.equal(data.status, 'PENDING_PAYMENT')
          assert.equal((await fetch(data.paymentUrl)).status, 200)
        },
      },
      {
        name: 'Off-ramp order: initiate',
        promise: 'valid quote and PIN → PROCESSING; estimated completion in minutes returned',
        prove: async (world) => {
          const { data } = (await world.once(seller)).sale
          assert.equal(data.status, 'PROCESSING')
          assert.ok(data.estimatedCompletionMinutes > 0)
        },
      },
      {
        name: 'Quote: spent once',
        promise: 'a valid quote is one that was not used, of its own user',
        prove: async (world) => {
          const { user, quote } = await world.once(buyer)
          const body = { quoteId: quote.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
          await refused(world, [409, 'QUOTE_ALREADY_USED'], 'POST /payment/on-ramp/initiate', user, body)
          const { data } = await quoteOn(world, user)
          const other = { ...body, quoteId: data.quoteId }
          const answer = await world.call('POST /payment/on-ramp/initiate', await world.newUser(), {
            body: other,
          })
          assert.equal(answer.status, 404)
        },
      },
      {
        name: 'Quote validity',
        promise: 'expires at the timestamp expiresAt',
        prove: async (world) => {
          const user = await world.newUser()
          const { data } = await quoteOn(world, user)
          assert.ok(Date.parse(data.expiresAt) > Date.now())
          await world.service.test.database.query`
            update payment_quote set expires_at = now() - interval '1 second' where id = ${data.quoteId}`
          const body = { quoteId: data.quoteId, paymentMethod: 'BANK_TRANSFER' }
          await refused(world, [410, 'QUOTE_EXPIRED'], 'POST /payment/on-ramp/initiate', user, body)
        },
      },
      {
        name: 'Payment provider webhook',
        promise: 'a receiver for payment events of the provider: POST /webhooks/payments/:provider',
        prove: async (world) => {
          const { order } = await world.once(buyer)
          const body = { id: Bun.randomUUIDv7(), type: 'collection.changed', reference: order.data.orderId }
          await refused(world, [401, 'SIGNATURE_INVALID'], 'POST /webhooks/payments/sandbox', undefined, body)
        },
      },
    ],
  },
  fields('On-ramp quote', async (world) => (await world.once(buyer)).quote.data, {
    quoteId: 'string',
    fiatAmount: 'number',
    fiatCurrency: 'string',
    cryptoAmount: 'number',
    cryptoCurrency: 'string',
    exchangeRate: 'number',
    expiresAt: 'timestamp',
  }),
  fields('Off-ramp quote', async (world) => (await world.once(seller)).quote.data, {
    quoteId: 'string',
    cryptoAmount: 'number',
    fiatAmount: 'number',
    fiatCurrency: 'string',
    fee: 'number',
    netPayout: 'number',
  }),
  fields('On-ramp order', async (world) => (await world.once(buyer)).order.data, {
    orderId: 'string',
    status: 'string',
    paymentUrl: 'string URL',
    accountDetails: 'object',
  }),
  fields('Account details', async (world) => (await world.once(buyer)).order.data.accountDetails, {
    bankName: 'string',
    accountName: 'string',
    accountNumber: 'string',
  }),
  fields('Off-ramp order', async (world) => (await world.once(seller)).sale.data, {
    orderId: 'string',
    status: 'string',
    estimatedCompletionMinutes: 'number',
  }),
]
