import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { TestUsdt } from '../../../contracts/artifacts/TestUsdt.ts'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { findBrowser, launchBrowser } from '../../../test/harness/browser.ts'
import { runCommand } from '../../../test/harness/processes/run-command.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { encodeCall } from '../../platform/chain/contract.ts'
import { createHttpRpc } from '../../platform/chain/http-rpc.ts'
import { findFreePort } from '../../platform/ports.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { signSandboxWebhook } from '../payment-providers/sandbox-testbed.ts'

// Runs both directions on a real chain: buys in a real browser and sells with the PIN. Without a browser the test posts
// the form of the page. With PAYMENT_SCREENSHOTS=<folder> it saves screenshots.

const executablePath = findBrowser()
const screenshots = process.env.PAYMENT_SCREENSHOTS
const TREASURY: Address = '0x00000000000000000000000000000000707EA5e1'

let service: TestService
let chainUrl: string
let browser: Browser | undefined
let usdt: Address

beforeAll(async () => {
  const chainPort = await findFreePort('127.0.0.1')
  chainUrl = `http://127.0.0.1:${chainPort}`
  service = await startTestService({ CHAIN: 'on', EMBEDDED_CHAIN_PORT: String(chainPort) })
  if (executablePath) browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  await service.stop()
})

const ask = async (user: TestUser, route: string, body?: object) => {
  const answer = await service.call(route, { token: user.accessToken, ...(body ? { body } : {}) })
  return { ...answer, data: answer.body.data }
}

async function orderOf(user: TestUser, orderId: string) {
  return (await ask(user, `GET /payment/orders/${orderId}`)).data
}

async function reaches(user: TestUser, orderId: string, status: string): Promise<void> {
  await waitUntil(async () => (await orderOf(user, orderId)).status === status)
}

async function tokensOf(address: Address): Promise<bigint> {
  const call = { to: usdt, data: encodeCall(TestUsdt, 'balanceOf', [address]) }
  const data = await createHttpRpc(() => chainUrl).request<Hex>('eth_call', [call, 'latest'])
  return decodeFunctionResult({ abi: TestUsdt.abi, functionName: 'balanceOf', data })
}

async function walletOf(user: TestUser): Promise<Address> {
  const rows = await service.test.database.query<{ address: Address }>`
    select address from wallet where user_id = ${user.id}`
  return rows[0]!.address
}

async function buy(user: TestUser, quote: object, paymentMethod: string, phoneNumber?: string) {
  const { data } = await ask(user, 'POST /payment/on-ramp/quote', quote)
  return ask(user, 'POST /payment/on-ramp/initiate', { quoteId: data.quoteId, paymentMethod, phoneNumber })
}

const paid = (paymentUrl: string) => fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })

test.skipIf(!executablePath)(
  'a learner buys tokens by clicking on the pay page, and sells them with the PIN',
  async () => {
    const started = performance.now()
    const user = await service.register()
    usdt = (await ask(user, 'GET /blockchain/config')).data.contracts.TestUsdt
    const { data: quote, status } = await ask(user, 'POST /payment/on-ramp/quote', {
      fiatAmount: 15_000,
      fiatCurrency: 'NGN',
      cryptoCurrency: 'CHAIN_USDT',
    })
    expect(status).toBe(200)
    expect(quote).toMatchObject({ fiatAmount: 15_000, fee: 225, feeCurrency: 'NGN', exchangeRate: 1616 })
    expect(quote.cryptoAmount).toBe(9.142945)
    const initiated = await ask(user, 'POST /payment/on-ramp/initiate', {
      quoteId: quote.quoteId,
      paymentMethod: 'BANK_TRANSFER',
    })
    expect(initiated.status).toBe(201)
    const { orderId, paymentUrl, accountDetails } = initiated.data
    expect(initiated.data.status).toBe('PENDING_PAYMENT')
    expect(accountDetails).toEqual({
      bankName: 'Sandbox Bank',
      accountName: 'Lyceum Sandbox',
      accountNumber: expect.stringMatching(/^\d{10}$/),
    })

    const page = await browser!.newPage({ viewport: { width: 390, height: 844 } })
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await page.goto(paymentUrl)
    expect(await page.locator('.sum').textContent()).toContain('15 000')
    if (screenshots) await page.screenshot({ path: `${screenshots}/pay.png` })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByRole('button', { name: 'I have paid' }).click()
    await page.getByRole('heading', { name: 'Thank you, it has arrived' }).waitFor()
    if (screenshots) await page.screenshot({ path: `${screenshots}/paid.png` })
    expect(problems).toEqual([])
    await page.close()

    await reaches(user, orderId, 'COMPLETED')
    const bought = await orderOf(user, orderId)
    expect(bought.history.map((move: { status: string }) => move.status)).toEqual([
      'PENDING_PAYMENT',
      'PAYMENT_RECEIVED',
      'PROCESSING',
      'COMPLETED',
    ])
    expect(bought.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    const wallet = await walletOf(user)
    expect(await tokensOf(wallet)).toBe(9_142_945n)

    await ask(user, 'POST /auth/set-wallet-pin', { pin: '739164' })
    const { data: sale } = await ask(user, 'POST /payment/off-ramp/quote', {
      cryptoAmount: 4,
      cryptoCurrency: 'CHAIN_USDT',
      fiatCurrency: 'KES',
    })
    expect(sale).toMatchObject({ fiatAmount: 514.8, fee: 7.73, netPayout: 507.07, exchangeRate: 128.7 })
    const sold = await ask(user, 'POST /payment/off-ramp/initiate', {
      quoteId: sale.quoteId,
      paymentMethod: 'MPESA',
      recipientPhoneNumber: '+254 712 345 678',
      walletPin: '739164',
    })
    expect(sold.status).toBe(201)
    expect(sold.data).toMatchObject({ status: 'PROCESSING', estimatedCompletionMinutes: 5 })
    await reaches(user, sold.data.orderId, 'COMPLETED')
    expect(await tokensOf(wallet)).toBe(5_142_945n)
    expect(await tokensOf(TREASURY)).toBe(4_000_000n)
    reportMeasurement(
      `payments: bought by clicking and sold with the PIN in ${Math.round(performance.now() - started)} ms`,
    )

    await waitUntil(async () => (await ask(user, 'GET /notifications')).data.length > 0)
  },
)

test('gems are credited, a failed pay-out returns the tokens, and the reconciliation finds no discrepancy', async () => {
  const user = await service.register()
  usdt = (await ask(user, 'GET /blockchain/config')).data.contracts.TestUsdt
  const gems = await buy(user, { fiatAmount: 1_300, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }, 'CARD')
  await paid(gems.data.paymentUrl)
  await reaches(user, gems.data.orderId, 'COMPLETED')
  const { cryptoAmount } = await orderOf(user, gems.data.orderId)
  expect(cryptoAmount).toBe(975)
  expect((await ask(user, 'GET /user/profile')).data.totalGems).toBe(975)

  const phone = '+254712345678'
  const tokens = await buy(
    user,
    { fiatAmount: 1_300, fiatCurrency: 'KES', cryptoCurrency: 'CHAIN_USDT' },
    'MPESA',
    phone,
  )
  await paid(tokens.data.paymentUrl)
  await reaches(user, tokens.data.orderId, 'COMPLETED')
  const wallet = await walletOf(user)
  const before = await tokensOf(wallet)
  await ask(user, 'POST /auth/set-wallet-pin', { pin: '739164' })
  const { data: quote } = await ask(user, 'POST /payment/off-ramp/quote', {
    cryptoAmount: 5,
    cryptoCurrency: 'CHAIN_USDT',
    fiatCurrency: 'UGX',
  })
  const sold = await ask(user, 'POST /payment/off-ramp/initiate', {
    quoteId: quote.quoteId,
    paymentMethod: 'MTN_MOMO',
    recipientPhoneNumber: '+256771234702',
    walletPin: '739164',
  })
  expect(sold.status).toBe(201)
  await reaches(user, sold.data.orderId, 'REFUNDED')
  const { history } = await orderOf(user, sold.data.orderId)
  expect(history.map((move: { status: string }) => move.status)).toEqual([
    'PROCESSING',
    'PAYOUT_SENT',
    'FAILED',
    'REFUNDED',
  ])
  expect(await tokensOf(wallet)).toBe(before)
  expect((await auditLedger(service.test.database)).faults).toEqual([])

  const environment = { DATABASE_URL: service.test.url, CHAIN: 'off', LYCEUM_ENV: 'test' }
  expect(await runCommand(['payments', 'reconcile'], environment)).toMatchObject({
    code: 0,
    output: expect.stringContaining('without discrepancies'),
  })
  await service.test.database.query`
    update sandbox_payment set outcome = 'SUCCEEDS' where reference = ${sold.data.orderId}`
  const outcome = await runCommand(['payments', 'reconcile'], environment)
  expect(outcome.code).toBe(5)
  expect(outcome.errors).toContain(`${sold.data.orderId} (REFUNDED): the provider reports COMPLETED`)
})

test('a forged webhook is refused, a valid one only schedules a poll, and other users see no order', async () => {
  const [user, otherUser] = [await service.register(), await service.register()]
  const { data } = await buy(
    user,
    { fiatAmount: 18.5, fiatCurrency: 'ZAR', cryptoCurrency: 'GEMS' },
    'BANK_TRANSFER',
  )
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    type: 'collection.changed',
    reference: data.orderId,
  })
  const sendWebhook = (provider: string, signature: string) =>
    fetch(`${service.url}/api/v2/webhooks/payments/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
      body,
    })
  expect((await sendWebhook('sandbox', signSandboxWebhook(body, 'another key'))).status).toBe(401)
  expect((await sendWebhook('unknown', signSandboxWebhook(body))).status).toBe(404)
  expect((await sendWebhook('sandbox', signSandboxWebhook(body))).status).toBe(200)
  expect((await sendWebhook('sandbox', signSandboxWebhook(body))).status).toBe(200)
  await waitUntil(async () => {
    const [event] = await service.test.database.query<{ state: string; note: string }>`
      select state, outcome_note as note from webhook_event where source = 'payments/sandbox' and user_id = ${user.id}`
    return event?.state === 'APPLIED'
  })
  expect((await orderOf(user, data.orderId)).status).toBe('PENDING_PAYMENT')
  expect((await ask(otherUser, `GET /payment/orders/${data.orderId}`)).status).toBe(404)
  expect((await ask(otherUser, `POST /payment/orders/${data.orderId}/cancel`)).status).toBe(404)
  expect((await ask(otherUser, 'GET /payment/orders')).body).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await ask(user, `POST /payment/orders/${data.orderId}/cancel`)).data.status).toBe('CANCELLED')
  expect((await ask(user, `POST /payment/orders/${data.orderId}/cancel`)).status).toBe(409)
  // A paid order cannot be cancelled, even before the provider reports the payment.
  const paidFor = await buy(
    user,
    { fiatAmount: 1_706, fiatCurrency: 'ZAR', cryptoCurrency: 'GEMS' },
    'BANK_TRANSFER',
  )
  await paid(paidFor.data.paymentUrl)
  expect((await ask(user, `POST /payment/orders/${paidFor.data.orderId}/cancel`)).status).toBe(409)
  expect((await orderOf(user, paidFor.data.orderId)).status).toBe('COMPLETED')
})
