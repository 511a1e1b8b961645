import { nowMs, SECOND_MS } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { FiatCurrency } from '../../payment-providers/public/currency.ts'
import type { PaymentDirection } from '../../payment-providers/public/payment-direction.ts'
import {
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUncertainError,
} from '../../payment-providers/public/provider.ts'

const CACHE_MS = 15 * SECOND_MS

/** The provider's rates, asked for at most a few times a minute. An old rate is never used: then there is no quote. */
export class RateCache {
  readonly #rates = new Map<string, { rate: Promise<bigint>; until: number }>()

  async get(provider: PaymentProvider, currency: FiatCurrency, direction: PaymentDirection): Promise<bigint> {
    const key = `${provider.name}:${currency}:${direction}`
    const cached = this.#rates.get(key)
    const isFresh = cached !== undefined && cached.until > nowMs()
    const rate = isFresh ? cached.rate : provider.getRate(currency, direction)
    if (!isFresh) this.#rates.set(key, { rate, until: nowMs() + CACHE_MS })
    try {
      return await rate
    } catch (fault) {
      // Of those who wait for one answer each gets here, and by then there may be another.
      if (this.#rates.get(key)?.rate === rate) this.#rates.delete(key)
      if (fault instanceof ProviderUncertainError || fault instanceof ProviderRefusedError)
        throw commonErrors.provider_unavailable({ retryAfterSeconds: 10 })
      throw fault
    }
  }
}
