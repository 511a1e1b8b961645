import { nowMs, SECOND_MS } from '../../../platform/clock.ts'
import { refusals } from '../../../platform/errors.ts'
import type { Direction } from '../direction.ts'
import type { FiatCurrency } from '../money/currency.ts'
import { type PaymentProvider, ProviderRefusal, ProviderUncertain } from '../providers/provider.ts'

const FRESH_MS = 15 * SECOND_MS

/** The provider's rates, asked for at most a few times a minute. An old rate is never used: then there is no quote. */
export class RateBook {
  readonly #rates = new Map<string, { rate: Promise<bigint>; until: number }>()

  async get(provider: PaymentProvider, currency: FiatCurrency, direction: Direction): Promise<bigint> {
    const key = `${provider.name}:${currency}:${direction}`
    const known = this.#rates.get(key)
    const isFresh = known !== undefined && known.until > nowMs()
    const rate = isFresh ? known.rate : provider.getRate(currency, direction)
    if (!isFresh) this.#rates.set(key, { rate, until: nowMs() + FRESH_MS })
    try {
      return await rate
    } catch (fault) {
      // Of those who wait for one answer each gets here, and by then there may be another.
      if (this.#rates.get(key)?.rate === rate) this.#rates.delete(key)
      if (fault instanceof ProviderUncertain || fault instanceof ProviderRefusal)
        throw refusals.provider_unavailable({ retryAfterSeconds: 10 })
      throw fault
    }
  }
}
