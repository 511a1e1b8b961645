import type { Hex } from 'viem'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { CryptoCurrency, FiatCurrency } from '../../payment-providers/public/currency.ts'
import type { PaymentDirection } from '../../payment-providers/public/payment-direction.ts'
import type { PaymentMethod } from '../../payment-providers/public/payment-method.ts'

export type OrderId = Id<'PaymentOrder'>
export type QuoteId = Id<'PaymentQuote'>

export const ORDER_STATUSES = [
  'PENDING_PAYMENT',
  'PAYMENT_RECEIVED',
  'PROCESSING',
  'PAYOUT_SENT',
  'COMPLETED',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'REFUND_PENDING',
  'REFUNDED',
  'UNDER_REVIEW',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

type Transitions = Partial<Record<OrderStatus, readonly OrderStatus[]>>

/**
 * All moves that there are. Money that comes after an order was closed, or in another amount, is looked at by a person;
 * nothing leads out of COMPLETED and REFUNDED.
 */
export const TRANSITIONS: Record<PaymentDirection, Transitions> = {
  ON_RAMP: {
    PENDING_PAYMENT: ['PAYMENT_RECEIVED', 'EXPIRED', 'CANCELLED', 'FAILED', 'UNDER_REVIEW'],
    PAYMENT_RECEIVED: ['PROCESSING', 'UNDER_REVIEW'],
    PROCESSING: ['COMPLETED', 'FAILED'],
    FAILED: ['REFUND_PENDING', 'UNDER_REVIEW'],
    REFUND_PENDING: ['REFUNDED'],
    UNDER_REVIEW: ['PAYMENT_RECEIVED', 'REFUND_PENDING'],
    EXPIRED: ['UNDER_REVIEW'],
    CANCELLED: ['UNDER_REVIEW'],
  },
  OFF_RAMP: {
    PROCESSING: ['PAYOUT_SENT', 'COMPLETED', 'FAILED'],
    PAYOUT_SENT: ['COMPLETED', 'FAILED'],
    FAILED: ['REFUNDED'],
  },
}

export const INITIAL_STATUS: Record<PaymentDirection, OrderStatus> = {
  ON_RAMP: 'PENDING_PAYMENT',
  OFF_RAMP: 'PROCESSING',
}

export function canTransition(direction: PaymentDirection, from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[direction][from]?.includes(to) ?? false
}

/** Nothing is under way any more, as far as anybody knows. */
export function isClosed(status: OrderStatus): boolean {
  return ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED'].includes(status)
}

/** Who is paid, and how: what a provider needs and nobody else does. */
export interface RecipientDetails {
  phoneNumber?: string
  bankCode?: string
  accountNumber?: string
  accountName?: string
}

export interface AccountDetails {
  bankName: string
  accountName: string
  accountNumber: string
}

/** What was agreed when the quote was given: an order never changes it. Amounts are in smallest units. */
export interface QuotedTerms {
  direction: PaymentDirection
  provider: string
  fiatCurrency: FiatCurrency
  fiatAmount: bigint
  asset: CryptoCurrency
  tokenAmount: bigint
  /** Fiat for one token, times 10^8. */
  rate: bigint
  /** In fiat. */
  fee: bigint
}

export interface Order extends QuotedTerms {
  id: OrderId
  userId: UserId
  quoteId: QuoteId
  status: OrderStatus
  method: PaymentMethod
  contact: RecipientDetails | null
  providerOrderId: string | null
  paymentUrl: string | null
  accountDetails: AccountDetails | null
  /** What really came, when it is known. */
  receivedAmount: bigint | null
  /** When the tokens of an off-ramp had arrived at the treasury. */
  collectedAt: Date | null
  transactionHash: Hex | null
  /** How often the provider was asked about the present step. */
  tries: number
  /** Until then an unanswered request of ours may still have its effect. */
  uncertainUntil: Date | null
  /** Why a person should look at it. */
  attention: string | null
  createdAt: Date
  updatedAt: Date
  expiresAt: Date | null
}

/** What the recipient of an off-ramp gets. */
export function netPayout({ fiatAmount, fee }: Pick<QuotedTerms, 'fiatAmount' | 'fee'>): bigint {
  return fiatAmount - fee
}

/** The words under which the chain knows what an order does there. */
export const CHAIN_KINDS = {
  deliver: 'payments.deliver',
  collect: 'payments.collect',
  returnTokens: 'payments.return_tokens',
} as const
export type ChainStep = keyof typeof CHAIN_KINDS

export function chainReference(orderId: OrderId, step: ChainStep): string {
  return `payment:${orderId}:${step}`
}

export function orderIdFromReference(reference: string): OrderId {
  return reference.split(':')[1] as OrderId
}
