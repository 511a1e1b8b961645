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

const nobody = { url: 'http://127.0.0.1:9/business', timeoutMs: 1 }
const fonbnk = createFonbnk({ ...FONBNK, ...nobody })
const yellowCard = createYellowCard({ ...YELLOW_CARD, ...nobody })
const sandbox = createSandboxProvider({ ...nobody, url: () => nobody.url, key: 'key' })

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

describe('what is offered is what the provider in force can do', () => {
  test('airtime only where somebody sends it', () => {
    const payoutOverrides = { AIRTIME: {} as PayoutProvider }
    for (const currency of FIAT_CURRENCIES) {
      for (const provider of [fonbnk, yellowCard]) {
        expect(offered(provider, currency, 'OFF_RAMP')).not.toContain('AIRTIME')
        expect(offered(provider, currency, 'OFF_RAMP', payoutOverrides)).toContain('AIRTIME')
        expect(offered(provider, currency, 'ON_RAMP', payoutOverrides)).not.toContain('AIRTIME')
        // Theirs would be a bank transfer that nobody asked for.
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
  ] as const)('of Yellow Card in %s', (currency, taken, sent) => {
    expect(offered(yellowCard, currency, 'ON_RAMP')).toEqual([...taken])
    expect(offered(yellowCard, currency, 'OFF_RAMP')).toEqual([...sent])
  })

  test('nothing when payments are closed', () => {
    for (const currency of FIAT_CURRENCIES)
      for (const direction of PAYMENT_DIRECTIONS) expect(offered(undefined, currency, direction)).toEqual([])
  })
})
