import type { Address } from 'viem'
import type { Clock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProviderRegistry } from '../payment-providers/public/provider.ts'
import type { RateCache } from './quotes/rate-cache.ts'

export const TAG = 'Payments'

export interface PaymentDeps {
  platform: Pick<Platform, 'db' | 'rateLimits' | 'write' | 'chain' | 'config'>
  providers: ProviderRegistry
  rates: RateCache
  treasury: Address
  /** The current time, for work that waits for a provider. */
  clock: Clock
}
