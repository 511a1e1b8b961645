import type { PaymentDirection } from '../../../events/payment-orders.ts'
import { monotonicMs, SECOND_MS } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { FiatCurrency } from '../../payment-providers/public/currency.ts'
import {
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUncertainError,
} from '../../payment-providers/public/provider.ts'

const CACHE_MS = 15 * SECOND_MS

/** Caches the providers' rates for 15 seconds. Without a fresh rate, `get` throws. */
export class RateCache {
  readonly #rates = new Map<string, { rate: Promise<bigint>; until: number }>()

  async get(provider: PaymentProvider, currency: FiatCurrency, direction: PaymentDirection): Promise<bigint> {
    const key = `${provider.name}:${currency}:${direction}`
    const cached = this.#rates.get(key)
    const isFresh = cached !== undefined && cached.until > monotonicMs()
    const rate = isFresh ? cached.rate : provider.getRate(currency, direction)
    if (!isFresh) this.#rates.set(key, { rate, until: monotonicMs() + CACHE_MS })
    try {
      return await rate
    } catch (error) {
      // Concurrent callers share the failed promise; another caller may have replaced it meanwhile.
      if (this.#rates.get(key)?.rate === rate) this.#rates.delete(key)
      if (error instanceof ProviderUncertainError || error instanceof ProviderRefusedError)
        throw commonErrors.provider_unavailable({ retryAfterSeconds: 10 })
      throw error
    }
  }
}
