import type { Address } from 'viem'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentMethod } from './method.ts'
import type { PaymentProvider, PayoutProvider } from './providers/provider.ts'
import type { RateBook } from './quotes/rate-book.ts'

export const TAG = 'Payments'

/** Whoever takes and pays money for us. */
export interface Providers {
  /** New quotes go to this one; undefined when payments are off. */
  current: PaymentProvider | undefined
  byName: ReadonlyMap<string, PaymentProvider>
  /** Instead of them, for pay-outs by some methods. */
  payoutBy: Partial<Record<PaymentMethod, PayoutProvider>>
}

/** What the operations of this module need. */
export interface PaymentParts {
  platform: Pick<Platform, 'db' | 'limits' | 'write' | 'chain' | 'config'>
  providers: Providers
  rates: RateBook
  treasury: Address
}
