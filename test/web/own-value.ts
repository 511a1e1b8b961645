import type { Page } from 'playwright-core'

const USER = { id: '019a8b5e-7c1d-7000-8000-0000000000b2', username: 'amina' }
const GRANT = {
  id: '019a8b5e-7c1d-7000-8000-0000000000c7',
  status: 'PENDING',
  requester: { id: '019a8b5e-7c1d-7000-8000-0000000000a1', username: 'wanjiru' },
  user: USER,
  asset: 'GEM',
  amount: 5_000,
  reason: 'The prize of the fair in Kisumu.',
  createdAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-11-09T08:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayApprove: true,
}

/** The list of grants that need approval, with one of them open. */
export async function openGrantRequest(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route('**/admin/grant-requests*', (route) =>
    route.fulfill({ json: { success: true, data: [GRANT], meta: { total: 1, page: 1, limit: 20 } } }),
  )
  await page.goto(`${origin}/console/grants?open=${GRANT.id}`)
  await page.getByRole('dialog').waitFor()
}

const ORDER = {
  userId: USER.id,
  attention: null,
  orderId: '019a8b5e-7c1d-7000-8000-0000000000f0',
  type: 'ON_RAMP',
  status: 'COMPLETED',
  fiatAmount: 1_300,
  fiatCurrency: 'KES',
  cryptoAmount: 975,
  cryptoCurrency: 'GEMS',
  exchangeRate: 130,
  fee: 32.5,
  feeCurrency: 'KES',
  netPayout: null,
  paymentMethod: 'MPESA',
  paymentUrl: null,
  accountDetails: null,
  transactionHash: null,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:05:00.000Z',
  expiresAt: null,
  refund: null,
  history: [
    { from: 'PROCESSING', status: 'COMPLETED', cause: 'gems credited', at: '2026-11-02T08:05:00.000Z' },
  ],
}
const PREVIEW = {
  orderId: ORDER.orderId,
  status: 'COMPLETED',
  isPossible: true,
  asset: 'GEMS',
  delivered: 975,
  takenBack: 935,
  shortfall: 40,
  paidBack: 1_300,
  currency: 'KES',
  provider: 'sandbox',
  method: 'BY_PROVIDER',
  ledgerEntries: [],
}

/** The refund of a completed order with its effect. */
export async function openOrderRefund(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const answer = (data: object) => ({ json: { success: true, data } })
  await page.route(`**/admin/orders/${ORDER.orderId}`, (route) => route.fulfill(answer(ORDER)))
  await page.route(`**/admin/orders/${ORDER.orderId}/refund`, (route) => route.fulfill(answer(PREVIEW)))
  await page.goto(`${origin}/console/orders?open=${ORDER.orderId}`)
  const panel = page.getByRole('dialog')
  await panel.locator('button:has(.lucide-undo-2)').click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}

/** The change of the first switch. */
export async function openSwitch(page: Page): Promise<void> {
  await page.locator('main li button').first().click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}
