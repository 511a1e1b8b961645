import type { OrderId, PaymentDirection } from '../../../events/payment-orders.ts'
import type { UnverifiedRequest } from '../../../platform/http/endpoint.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { FiatCurrency } from './currency.ts'
import type { PaymentMethod } from './payment-method.ts'

/**
 * A service that collects fiat money from users and pays it out to them. A provider never handles tokens or gems. Every
 * request carries our order id as its reference.
 */
export interface PaymentProvider {
  readonly name: string
  /**
   * True if the provider executes repeated requests with one reference once. A request to any other provider is not
   * repeated while an unanswered one may still take effect.
   */
  readonly isIdempotent: boolean
  /** Returns whether the provider collects (ON_RAMP) or pays out (OFF_RAMP) this currency by this method. */
  supports(method: PaymentMethod, currency: FiatCurrency, direction: PaymentDirection): boolean
  /** Returns fiat for one USDT, times 10^8: the price for a buyer (ON_RAMP) or for a seller (OFF_RAMP). */
  getRate(currency: FiatCurrency, direction: PaymentDirection): Promise<bigint>
  /** Asks the provider to collect a payment from the user. */
  collect(request: CollectionRequest): Promise<Collection>
  /** Returns undefined if the provider has no collection with this reference. */
  findCollection(reference: OrderReference): Promise<Collection | undefined>
  /** Cancels a collection, and returns its state: the payment may have arrived before. */
  cancelCollection(reference: OrderReference): Promise<Collection | undefined>
  /** False if the provider has no request for refunds: an operator pays back by hand. */
  readonly canRefund: boolean
  /** Refunds a collected payment. `MANUAL`: the provider has no such request, and an operator must refund. */
  refund(reference: OrderReference, amount: bigint): Promise<RefundState>
  payOut(request: PayoutRequest): Promise<Payout>
  findPayout(reference: OrderReference): Promise<Payout | undefined>
  readonly webhooks: ProviderWebhooks
}

/** The part of a provider that only pays out. */
export type PayoutProvider = Pick<PaymentProvider, 'name' | 'isIdempotent' | 'payOut' | 'findPayout'>

/** The configured providers. */
export interface ProviderRegistry {
  /** The provider of new quotes; undefined if payments are disabled. */
  defaultProvider: PaymentProvider | undefined
  byName: ReadonlyMap<string, PaymentProvider>
  /** Providers that pay out by these methods instead of the provider of the quote. */
  payoutOverrides: Partial<Record<PaymentMethod, PayoutProvider>>
}

export interface ProviderWebhooks {
  /** Throws a refusal if the provider did not sign the request. */
  verify(delivery: Pick<UnverifiedRequest, 'headers' | 'rawBody' | 'now'>): void
  /** Returns the same id for every delivery of one event. */
  extractEventId(body: unknown): string
  /** Returns the order that the event is about. The event is only a hint: the provider is polled for the order's state. */
  extractOrderId(body: unknown): OrderId | undefined
}

/** Our id and the provider's id of an order. */
export interface OrderReference {
  orderId: OrderId
  providerOrderId: string | null
  currency: FiatCurrency
}

/** The account of the payer or of the recipient, as far as the method needs it. */
export interface RecipientDetails {
  phoneNumber?: string
  bankCode?: string
  accountNumber?: string
  accountName?: string
}

export interface PayoutRequest extends OrderReference {
  userId: UserId
  /** In smallest units of the currency. */
  amount: bigint
  method: PaymentMethod
  recipient: RecipientDetails
  webhookUrl: string
}

export interface CollectionRequest extends PayoutRequest {
  /** The page to which the provider sends the payer's browser afterwards. */
  returnUrl: string
}

/** The bank account to which a user pays. */
export interface AccountDetails {
  bankName: string
  accountName: string
  accountNumber: string
}

export interface Collection {
  providerOrderId: string
  state:
    | 'AWAITING_PAYMENT'
    /** The provider has the payment and has not settled it with us: it is settled later, or goes back to the payer. */
    | 'SETTLING'
    /** The payment is ours. */
    | 'SETTLED'
    | 'FAILED'
    | 'EXPIRED'
    | 'CANCELLED'
    | 'REFUNDING'
    | 'REFUNDED'
    /** The provider could not refund the payment and does not try again. */
    | 'REFUND_FAILED'
  /** The amount that the payer paid, if the provider reports it. */
  receivedAmount?: bigint
  paymentUrl?: string
  accountDetails?: AccountDetails
  expiresAt?: Date
}

export interface Payout {
  providerOrderId: string
  /** `FAILED` is final: nothing was paid with this reference, and nothing will be. */
  state: 'PENDING' | 'SENT' | 'COMPLETED' | 'FAILED'
  reason?: string
}

export type RefundState = 'PENDING' | 'REFUNDED' | 'MANUAL'

/** The provider rejected the request and did nothing. */
export class ProviderRefusedError extends Error {
  override name = 'ProviderRefusedError'
}

/** The provider gave no usable answer: a timeout, a broken connection, a 5xx status or an unreadable body. */
export class ProviderUncertainError extends Error {
  override name = 'ProviderUncertainError'
  /** True if the request may have been executed. False for a read-only request. */
  readonly mayHaveTakenEffect: boolean

  constructor(message: string, { mayHaveTakenEffect = true } = {}) {
    super(message)
    this.mayHaveTakenEffect = mayHaveTakenEffect
  }
}
