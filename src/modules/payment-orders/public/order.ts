import type { Hex } from 'viem'
import type { OrderId, OrderStatus } from '../../../events/payment-orders.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PaymentMethod } from '../../payment-providers/public/payment-method.ts'
import type { AccountDetails, RecipientDetails } from '../../payment-providers/public/provider.ts'
import type { QuotedTerms, QuoteId } from '../quotes/quote-pricing.ts'

/** An order never changes the terms of its quote. */
export interface Order extends QuotedTerms {
  id: OrderId
  userId: UserId
  quoteId: QuoteId
  status: OrderStatus
  method: PaymentMethod
  recipient: RecipientDetails | null
  providerOrderId: string | null
  paymentUrl: string | null
  accountDetails: AccountDetails | null
  /** The amount that the payer paid, if the provider reports it. */
  receivedAmount: bigint | null
  /** When the tokens of an off-ramp arrived at the treasury. */
  tokensCollectedAt: Date | null
  transactionHash: Hex | null
  /** The number of provider polls since the last change of status. */
  pollAttempts: number
  /** An unanswered request to the provider may take effect until this time. */
  requestOutstandingUntil: Date | null
  /** Why an operator must look at the order. */
  reviewNote: string | null
  /** Of a refund after delivery: what was taken back from the user, and what the user no longer had; otherwise null. */
  takenBack: bigint | null
  shortfall: bigint | null
  isRefundedByHand: boolean
  createdAt: Date
  updatedAt: Date
  expiresAt: Date | null
}

/** Kinds of the chain transactions of an order. */
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
