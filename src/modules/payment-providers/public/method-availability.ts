import type { PaymentDirection } from '../../../events/payment-orders.ts'
import { errors } from '../errors.ts'
import type { FiatCurrency } from './currency.ts'
import { isMethodInMarket, type MethodUse, type PaymentMethod } from './payment-method.ts'
import type { PaymentProvider, ProviderRegistry } from './provider.ts'

/** Returns whether the method exists in the country of the currency and a configured provider supports it. */
export function isMethodAvailable(
  { payoutOverrides }: Pick<ProviderRegistry, 'payoutOverrides'>,
  provider: PaymentProvider | undefined,
  { method, currency, direction }: MethodUse,
): boolean {
  if (!provider || !isMethodInMarket(method, currency, direction)) return false
  return (
    (direction === 'OFF_RAMP' && payoutOverrides[method] !== undefined) ||
    provider.supports(method, currency, direction)
  )
}

/** Checks the method against the provider of the quote: an order stays with it if the default provider changes. */
export function requireMethodAvailable(
  providers: ProviderRegistry,
  {
    provider,
    fiatCurrency: currency,
    direction,
  }: { provider: string; fiatCurrency: FiatCurrency; direction: PaymentDirection },
  method: PaymentMethod,
): void {
  if (!isMethodAvailable(providers, providers.byName.get(provider), { method, currency, direction }))
    throw errors.method_not_supported()
}
