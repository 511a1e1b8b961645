import { describe, expect, test } from 'bun:test'
import { PAYMENT_DIRECTIONS, type PaymentDirection } from '../../../events/payment-orders.ts'
import { createFonbnk } from '../fonbnk.ts'
import { FONBNK } from '../fonbnk-testbed.ts'
import { createSandboxProvider } from '../sandbox/sandbox-provider.ts'
import { createYellowCard } from '../yellow-card.ts'
import { YELLOW_CARD } from '../yellow-card-testbed.ts'
import { FIAT_CURRENCIES, type FiatCurrency } from './currency.ts'
import { isMethodAvailable } from './method-availability.ts'
import { methodsFor, type PaymentMethod } from './payment-method.ts'
import type { PaymentProvider, PayoutProvider, ProviderRegistry } from './provider.ts'

const unreachable = { url: 'http://127.0.0.1:9/business', timeoutMs: 1 }
const fonbnk = createFonbnk({ ...FONBNK, ...unreachable })
const yellowCard = createYellowCard({ ...YELLOW_CARD, ...unreachable })
const sandbox = createSandboxProvider({ ...unreachable, url: () => unreachable.url, key: 'key' })

function offered(
  provider: PaymentProvider | undefined,
  currency: FiatCurrency,
  direction: PaymentDirection,
  payoutOverrides: ProviderRegistry['payoutOverrides'] = {},
): PaymentMethod[] {
  const methods = methodsFor(currency, (way) => isMethodAvailable({ payoutOverrides }, provider, way))
  return methods
    .filter(({ directions }) => directions.includes(direction))
    .map(({ paymentMethod }) => paymentMethod)
}

describe('payment methods are offered only if the provider supports them', () => {
  test('airtime is offered only if a provider sends it', () => {
    const payoutOverrides = { AIRTIME: {} as PayoutProvider }
    for (const currency of FIAT_CURRENCIES) {
      for (const provider of [fonbnk, yellowCard]) {
        expect(offered(provider, currency, 'OFF_RAMP')).not.toContain('AIRTIME')
        expect(offered(provider, currency, 'OFF_RAMP', payoutOverrides)).toContain('AIRTIME')
        expect(offered(provider, currency, 'ON_RAMP', payoutOverrides)).not.toContain('AIRTIME')
        // Their card payments are bank transfers, which the user did not choose.
        expect(offered(provider, currency, 'ON_RAMP')).not.toContain('CARD')
      }
      expect(offered(sandbox, currency, 'OFF_RAMP')).toContain('AIRTIME')
    }
  })

  test.each([
    ['NGN', ['BANK_TRANSFER'], ['BANK_TRANSFER']],
    ['KES', ['MPESA'], ['BANK_TRANSFER', 'MPESA']],
    ['GHS', [], []],
    ['UGX', ['BANK_TRANSFER', 'MTN_MOMO', 'AIRTEL_MONEY'], ['BANK_TRANSFER', 'MTN_MOMO', 'AIRTEL_MONEY']],
    ['ZAR', ['BANK_TRANSFER'], ['BANK_TRANSFER']],
  ] as const)('Yellow Card offers its methods in %s', (currency, taken, sent) => {
    expect(offered(yellowCard, currency, 'ON_RAMP')).toEqual([...taken])
    expect(offered(yellowCard, currency, 'OFF_RAMP')).toEqual([...sent])
  })

  test('no method is offered when payments are disabled', () => {
    for (const currency of FIAT_CURRENCIES)
      for (const direction of PAYMENT_DIRECTIONS) expect(offered(undefined, currency, direction)).toEqual([])
  })
})
