import type { Address } from 'viem'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentMethod } from '../payment-providers/public/payment-method.ts'
import type { PaymentProvider, PayoutProvider } from '../payment-providers/public/provider.ts'
import type { RateCache } from './quotes/rate-cache.ts'

export const TAG = 'Payments'

/** Whoever takes and pays money for us. */
export interface ProviderRegistry {
  /** New quotes go to this one; undefined when payments are off. */
  defaultProvider: PaymentProvider | undefined
  byName: ReadonlyMap<string, PaymentProvider>
  /** Instead of them, for pay-outs by some methods. */
  payoutOverrides: Partial<Record<PaymentMethod, PayoutProvider>>
}

/** What the operations of this module need. */
export interface PaymentDeps {
  platform: Pick<Platform, 'db' | 'rateLimits' | 'write' | 'chain' | 'config'>
  providers: ProviderRegistry
  rates: RateCache
  treasury: Address
}
