import type { UnverifiedRequest } from '../../../platform/http/endpoint.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { AccountDetails, OrderId, RecipientDetails } from '../../payment-orders/public/order.ts'
import type { FiatCurrency } from './currency.ts'
import type { PaymentDirection } from './payment-direction.ts'
import type { PaymentMethod } from './payment-method.ts'

/**
 * Somebody who takes money from people for us, and pays it out to them. Tokens and gems are our own business: a provider
 * never sees them. Our order id is the reference of everything.
 */
export interface PaymentProvider {
  readonly name: string
  /**
   * Asking twice under one reference does it once. Of whoever cannot promise that, nothing is asked for again as long as an
   * unanswered request may still have its effect.
   */
  readonly isIdempotent: boolean
  /** Whether they take, or pay out, this money by this method. What they do not is neither offered nor asked of them. */
  supports(method: PaymentMethod, currency: FiatCurrency, direction: PaymentDirection): boolean
  /** Fiat for one USDT, times 10^8, from the view of whoever buys (ON_RAMP) or sells (OFF_RAMP). */
  getRate(currency: FiatCurrency, direction: PaymentDirection): Promise<bigint>
  /** Begins to take money from somebody. */
  collect(request: CollectionRequest): Promise<Collection>
  /** What became of it; undefined when they know of none under this reference. */
  findCollection(reference: OrderReference): Promise<Collection | undefined>
  /** No money is to come any more. The answer says whether it came before. */
  cancelCollection(reference: OrderReference): Promise<Collection | undefined>
  /** Gives money back that came. `MANUAL` where they have no such request, and people settle it. */
  refund(reference: OrderReference, amount: bigint): Promise<RefundState>
  payOut(request: PayoutRequest): Promise<Payout>
  findPayout(reference: OrderReference): Promise<Payout | undefined>
  readonly webhooks: ProviderWebhooks
}

/** One half of it, for whoever only pays out. */
export type PayoutProvider = Pick<PaymentProvider, 'name' | 'isIdempotent' | 'payOut' | 'findPayout'>

export interface ProviderWebhooks {
  /** Throws a refusal when it is not from them. */
  verify(delivery: Pick<UnverifiedRequest, 'headers' | 'rawBody' | 'now'>): void
  /** A name that is the same when the same is told again. */
  extractEventId(body: unknown): string
  /** Which order of ours it is about; it is a hint, and what became of the order is asked for. */
  extractOrderId(body: unknown): OrderId | undefined
}

/** How they and we know an order. */
export interface OrderReference {
  orderId: OrderId
  providerOrderId: string | null
  currency: FiatCurrency
}

interface MoneyRequest extends OrderReference {
  userId: UserId
  /** In smallest units of the currency. */
  amount: bigint
  method: PaymentMethod
  recipient: RecipientDetails
  webhookUrl: string
}

export interface CollectionRequest extends MoneyRequest {
  /** Where the payer's browser goes afterwards. */
  returnUrl: string
}

export type PayoutRequest = MoneyRequest

export interface Collection {
  providerOrderId: string
  state:
    | 'AWAITING'
    /** They have it from the payer and we do not have it yet: it becomes ours, or goes back. */
    | 'COMING'
    /** It is ours. */
    | 'RECEIVED'
    | 'FAILED'
    | 'EXPIRED'
    | 'CANCELLED'
    | 'REFUNDING'
    | 'REFUNDED'
    /** They could not give it back, and will not try again. */
    | 'REFUND_FAILED'
  /** What came, when anything did. */
  receivedAmount?: bigint
  paymentUrl?: string
  accountDetails?: AccountDetails
  expiresAt?: Date
}

export interface Payout {
  providerOrderId: string
  /** `FAILED` is final: nothing was paid under this reference, and nothing will be. */
  state: 'PENDING' | 'SENT' | 'COMPLETED' | 'FAILED'
  reason?: string
}

export type RefundState = 'PENDING' | 'REFUNDED' | 'MANUAL'

/** They said no, and did nothing. */
export class ProviderRefusedError extends Error {
  override name = 'ProviderRefusedError'
}

/** They gave no answer that says anything: none in time, a broken connection, a fault of theirs. */
export class ProviderUncertainError extends Error {
  override name = 'ProviderUncertainError'
  /** Nobody knows whether they did it. False where they were only asked what they know. */
  readonly mayHaveTakenEffect: boolean

  constructor(message: string, { mayHaveTakenEffect = true } = {}) {
    super(message)
    this.mayHaveTakenEffect = mayHaveTakenEffect
  }
}
