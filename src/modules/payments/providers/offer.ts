import type { Direction } from '../direction.ts'
import { errors } from '../errors.ts'
import { type PaymentMethod, serves } from '../method.ts'
import type { FiatCurrency } from '../money/currency.ts'
import type { Terms } from '../orders/order.ts'
import type { Providers } from '../parts.ts'
import type { PaymentProvider } from './provider.ts'

/** A method exists in a country; it is offered where whoever would have to take or pay the money can do so by it. */
export function isOffered(
  { payoutBy }: Pick<Providers, 'payoutBy'>,
  provider: PaymentProvider | undefined,
  way: { method: PaymentMethod; currency: FiatCurrency; direction: Direction },
): boolean {
  if (!provider || !serves(way.method, way.currency, way.direction)) return false
  return (
    (way.direction === 'OFF_RAMP' && payoutBy[way.method] !== undefined) ||
    provider.serves(way.method, way.currency, way.direction)
  )
}

/** Of the provider that gave the rate: an order stays with it, whichever is in force by then. */
export function requireOffered(
  providers: Providers,
  { provider, fiatCurrency: currency, direction }: Pick<Terms, 'provider' | 'fiatCurrency' | 'direction'>,
  method: PaymentMethod,
): void {
  if (!isOffered(providers, providers.byName.get(provider), { method, currency, direction }))
    throw errors.method_not_supported()
}
