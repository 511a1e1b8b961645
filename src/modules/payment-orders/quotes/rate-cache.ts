import type { PaymentDirection } from '../../../events/payment-orders.ts'
import { Cache } from '../../../platform/cache/cache.ts'
import { SECOND_MS } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { FiatCurrency } from '../../payment-providers/public/currency.ts'
import {
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUncertainError,
} from '../../payment-providers/public/provider.ts'

/** Caches the providers' rates for 15 seconds. Without a fresh rate, `get` throws. */
export class RateCache {
  readonly #rates = new Cache<string, bigint>({ maxSize: 1_000, ttlMs: 15 * SECOND_MS })

  async get(provider: PaymentProvider, currency: FiatCurrency, direction: PaymentDirection): Promise<bigint> {
    const key = `${provider.name}:${currency}:${direction}`
    try {
      return await this.#rates.load(key, () => provider.getRate(currency, direction))
    } catch (error) {
      if (error instanceof ProviderUncertainError || error instanceof ProviderRefusedError)
        throw commonErrors.provider_unavailable({ retryAfterSeconds: 10 })
      throw error
    }
  }
}
