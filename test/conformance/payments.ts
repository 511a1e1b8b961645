import { strict as assert } from 'node:assert'
import type { TestUser } from '../harness/api-client.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { type ConformanceClient, enveloped, needsToken, refused } from './conformance-client.ts'
import { fields } from './field-types.ts'
import type { Section } from './row.ts'

const PIN = '739164'
const WANTED = { fiatAmount: 1300, fiatCurrency: 'KES', cryptoCurrency: 'CHAIN_USDT' }
const SALE = { cryptoAmount: 2, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' }
const RECIPIENT = { paymentMethod: 'MPESA', recipientPhoneNumber: '+254712345678' }

const quoteOn = (client: ConformanceClient, user: TestUser) =>
  client.expectStatus(200, 'POST /payment/on-ramp/quote', user, WANTED)
const quoteOff = (client: ConformanceClient, user: TestUser) =>
  client.expectStatus(200, 'POST /payment/off-ramp/quote', user, SALE)

/** A user with a PIN who bought tokens: quote, order, sandbox payment, tokens on the chain. */
const buyer = async (client: ConformanceClient) => {
  const user = await client.newUser({ country: 'KE' })
  await client.expectStatus(200, 'POST /auth/set-wallet-pin', user, { pin: PIN })
  const quote = await quoteOn(client, user)
  const body = { quoteId: quote.data.quoteId, paymentMethod: 'BANK_TRANSFER', phoneNumber: '+254712345678' }
  const order = await client.expectStatus(201, 'POST /payment/on-ramp/initiate', user, body)
  await fetch(`${order.data.paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  return { user, quote, order }
}

/** The same user, who then sells some of the tokens with the PIN. */
const seller = async (client: ConformanceClient) => {
  const { user, order } = await client.shared(buyer)
  await waitUntil(
    async () => (await client.get(`/payment/orders/${order.data.orderId}`, user)).status === 'COMPLETED',
  )
  const quote = await quoteOff(client, user)
  const body = { quoteId: quote.data.quoteId, ...RECIPIENT }
  await refused(client, [403, 'PIN_REQUIRED'], 'POST /payment/off-ramp/initiate', user, body)
  const sale = await client.expectStatus(201, 'POST /payment/off-ramp/initiate', user, {
    ...body,
    walletPin: PIN,
  })
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
        prove: async (client) => {
          const { user, quote } = await client.shared(buyer)
          enveloped(quote, 'data')
          await needsToken(client, 'POST /payment/on-ramp/quote', WANTED)
          for (const field of Object.keys(WANTED)) {
            const body = { ...WANTED, [field]: undefined }
            await refused(client, [400, 'VALIDATION_FAILED'], 'POST /payment/on-ramp/quote', user, body)
          }
        },
      },
      {
        name: 'POST /payment/on-ramp/initiate',
        promise: 'quoteId, paymentMethod, phoneNumber; 201 {success, data: on-ramp order}',
        prove: async (client) => {
          await needsToken(client, 'POST /payment/on-ramp/initiate', {})
          enveloped((await client.shared(buyer)).order, 'data')
        },
      },
      {
        name: 'POST /payment/off-ramp/quote',
        promise: 'cryptoAmount, cryptoCurrency, fiatCurrency; 200 {success, data: off-ramp quote}',
        prove: async (client) => {
          await needsToken(client, 'POST /payment/off-ramp/quote', SALE)
          enveloped((await client.shared(seller)).quote, 'data')
        },
      },
      {
        name: 'POST /payment/off-ramp/initiate',
        promise:
          'Bearer; quoteId, paymentMethod, recipientPhoneNumber, walletPin; 201 {success, data: off-ramp order, message}',
        prove: async (client) => {
          await needsToken(client, 'POST /payment/off-ramp/initiate', {})
          enveloped((await client.shared(seller)).sale, 'data', 'message')
        },
      },
      {
        name: 'POST /payment/off-ramp/initiate, the PIN',
        promise: 'requires the verified wallet PIN',
        prove: async (client) => {
          const { user } = await client.shared(seller)
          const { data } = await quoteOff(client, user)
          const body = { quoteId: data.quoteId, ...RECIPIENT, walletPin: '904512' }
          await refused(client, [403, 'PIN_INVALID'], 'POST /payment/off-ramp/initiate', user, body)
        },
      },
      {
        name: 'POST /payment/off-ramp/initiate, the PIN session token',
        promise: 'or a PIN session token',
        prove: async (client) => {
          const { user } = await client.shared(seller)
          const { pinToken } = (
            await client.expectStatus(200, 'POST /auth/verify-wallet-pin', user, { pin: PIN })
          ).data
          const { data } = await quoteOff(client, user)
          const body = { quoteId: data.quoteId, ...RECIPIENT, pinToken }
          await client.expectStatus(201, 'POST /payment/off-ramp/initiate', user, body)
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
        prove: async (client) => {
          const { data } = (await client.shared(buyer)).order
          assert.equal(data.status, 'PENDING_PAYMENT')
          assert.equal((await fetch(data.paymentUrl)).status, 200)
        },
      },
      {
        name: 'Off-ramp order: initiate',
        promise: 'valid quote and PIN → PROCESSING; estimated completion in minutes returned',
        prove: async (client) => {
          const { data } = (await client.shared(seller)).sale
          assert.equal(data.status, 'PROCESSING')
          assert.ok(data.estimatedCompletionMinutes > 0)
        },
      },
      {
        name: 'Quote: spent once',
        promise: 'a valid quote is one that was not used, of its own user',
        prove: async (client) => {
          const { user, quote } = await client.shared(buyer)
          const body = { quoteId: quote.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
          await refused(client, [409, 'QUOTE_ALREADY_USED'], 'POST /payment/on-ramp/initiate', user, body)
          const { data } = await quoteOn(client, user)
          const other = { ...body, quoteId: data.quoteId }
          const answer = await client.call('POST /payment/on-ramp/initiate', await client.newUser(), {
            body: other,
          })
          assert.equal(answer.status, 404)
        },
      },
      {
        name: 'Quote validity',
        promise: 'expires at the timestamp expiresAt',
        prove: async (client) => {
          const user = await client.newUser()
          const { data } = await quoteOn(client, user)
          assert.ok(Date.parse(data.expiresAt) > Date.now())
          await client.service.test.database.query`
            update payment_quote set expires_at = now() - interval '1 second' where id = ${data.quoteId}`
          const body = { quoteId: data.quoteId, paymentMethod: 'BANK_TRANSFER' }
          await refused(client, [410, 'QUOTE_EXPIRED'], 'POST /payment/on-ramp/initiate', user, body)
        },
      },
      {
        name: 'Payment provider webhook',
        promise: 'a receiver for payment events of the provider: POST /webhooks/payments/:provider',
        prove: async (client) => {
          const { order } = await client.shared(buyer)
          const body = { id: Bun.randomUUIDv7(), type: 'collection.changed', reference: order.data.orderId }
          await refused(
            client,
            [401, 'SIGNATURE_INVALID'],
            'POST /webhooks/payments/sandbox',
            undefined,
            body,
          )
        },
      },
    ],
  },
  fields('On-ramp quote', async (client) => (await client.shared(buyer)).quote.data, {
    quoteId: 'string',
    fiatAmount: 'number',
    fiatCurrency: 'string',
    cryptoAmount: 'number',
    cryptoCurrency: 'string',
    exchangeRate: 'number',
    expiresAt: 'timestamp',
  }),
  fields('Off-ramp quote', async (client) => (await client.shared(seller)).quote.data, {
    quoteId: 'string',
    cryptoAmount: 'number',
    fiatAmount: 'number',
    fiatCurrency: 'string',
    fee: 'number',
    netPayout: 'number',
  }),
  fields('On-ramp order', async (client) => (await client.shared(buyer)).order.data, {
    orderId: 'string',
    status: 'string',
    paymentUrl: 'string URL',
    accountDetails: 'object',
  }),
  fields('Account details', async (client) => (await client.shared(buyer)).order.data.accountDetails, {
    bankName: 'string',
    accountName: 'string',
    accountNumber: 'string',
  }),
  fields('Off-ramp order', async (client) => (await client.shared(seller)).sale.data, {
    orderId: 'string',
    status: 'string',
    estimatedCompletionMinutes: 'number',
  }),
]
