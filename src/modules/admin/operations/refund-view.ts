import { ORDER_STATUSES } from '../../../events/payment-orders.ts'
import { z } from '../../../platform/zod.ts'
import { ASSETS as LEDGER_ASSETS } from '../../ledger/public/account.ts'
import { REFUND_METHODS, type RefundPreview } from '../../payment-orders/public/refund-order.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'

export const RefundPreviewSchema = z
  .object({
    orderId: z.uuid(),
    status: z.enum(ORDER_STATUSES),
    isPossible: z.boolean().openapi({ description: 'Whether the status of the order allows a refund.' }),
    asset: z.enum(ASSETS),
    delivered: z.number().openapi({ description: 'What the order gave to the user; 0 if nothing.' }),
    takenBack: z.number().openapi({ description: 'What is taken back from the user.' }),
    shortfall: z.number().openapi({
      description:
        'What the user no longer has: a loss of the house. Tokens are in the wallet of the user and are not taken back.',
    }),
    paidBack: z.number().openapi({ description: 'The money that the payer gets.' }),
    currency: z.enum(FIAT_CURRENCIES),
    provider: z.string(),
    method: z.enum(REFUND_METHODS).openapi({
      description: 'BY_HAND: the provider has no refunds, so an operator pays the money back.',
    }),
    ledgerEntries: z.array(z.object({ account: z.string(), asset: z.enum(LEDGER_ASSETS), amount: z.int() })),
  })
  .openapi('OrderRefundPreview')

const USER_ID = '019a8b5e-7c1d-7000-8000-0000000000b2'

export const REFUND_PREVIEW_EXAMPLE = {
  orderId: '019a8b5e-7c1d-7000-8000-0000000000f0',
  status: 'COMPLETED',
  isPossible: true,
  asset: 'GEMS',
  delivered: 500,
  takenBack: 480,
  shortfall: 20,
  paidBack: 1_000,
  currency: 'KES',
  provider: 'sandbox',
  method: 'BY_PROVIDER',
  ledgerEntries: [
    { account: `user:${USER_ID}`, asset: 'GEM', amount: -480 },
    { account: 'house:losses', asset: 'GEM', amount: -20 },
    { account: 'house:sales', asset: 'GEM', amount: 500 },
  ],
} as const

export function presentRefundPreview(preview: RefundPreview): z.input<typeof RefundPreviewSchema> {
  const { order, isPossible, delivered, takenBack, shortfall, paidBack, method, entries } = preview
  const { asset, fiatCurrency } = order
  return {
    orderId: order.id,
    status: order.status,
    isPossible,
    asset,
    delivered: toNumber(delivered, asset),
    takenBack: toNumber(takenBack, asset),
    shortfall: toNumber(shortfall, asset),
    paidBack: toNumber(paidBack, fiatCurrency),
    currency: fiatCurrency,
    provider: order.provider,
    method,
    ledgerEntries: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
  }
}
