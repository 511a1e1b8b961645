import type { ProviderRegistry } from '../../payment-orders/deps.ts'
import { errors } from '../../payment-orders/errors.ts'
import type { QuotedTerms } from '../../payment-orders/public/order.ts'
import type { FiatCurrency } from './currency.ts'
import type { PaymentDirection } from './payment-direction.ts'
import { isMethodInMarket, type PaymentMethod } from './payment-method.ts'
import type { PaymentProvider } from './provider.ts'

/** A method exists in a country; it is offered where whoever would have to take or pay the money can do so by it. */
export function isMethodAvailable(
  { payoutOverrides }: Pick<ProviderRegistry, 'payoutOverrides'>,
  provider: PaymentProvider | undefined,
  way: { method: PaymentMethod; currency: FiatCurrency; direction: PaymentDirection },
): boolean {
  if (!provider || !isMethodInMarket(way.method, way.currency, way.direction)) return false
  return (
    (way.direction === 'OFF_RAMP' && payoutOverrides[way.method] !== undefined) ||
    provider.supports(way.method, way.currency, way.direction)
  )
}

/** Of the provider that gave the rate: an order stays with it, whichever is in force by then. */
export function requireMethodAvailable(
  providers: ProviderRegistry,
  {
    provider,
    fiatCurrency: currency,
    direction,
  }: Pick<QuotedTerms, 'provider' | 'fiatCurrency' | 'direction'>,
  method: PaymentMethod,
): void {
  if (!isMethodAvailable(providers, providers.byName.get(provider), { method, currency, direction }))
    throw errors.method_not_supported()
}
