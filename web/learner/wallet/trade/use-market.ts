import { useApi } from '../../../ui/api/use-api.ts'
import type { Direction, FiatCurrency, Market, PaymentMethod } from '../payment-types.ts'

interface MarketOf {
  /** Undefined until it is loaded. */
  market: Market | undefined
  methods: Market['methods']
  /** The chosen method, or the first of the currency. */
  method: Market['methods'][number] | undefined
  fault: unknown
  retry: () => void
}

/** The limits and the payment methods of a currency in one direction. */
export function useMarket(
  currency: FiatCurrency,
  direction: Direction,
  chosen: PaymentMethod | undefined,
): MarketOf {
  const { data, error, refetch } = useApi('GET /payment/methods', { query: { currency } })
  const methods = data?.data.methods.filter(({ directions }) => directions.includes(direction)) ?? []
  return {
    market: data?.data,
    methods,
    method: methods.find(({ paymentMethod }) => paymentMethod === chosen) ?? methods[0],
    fault: error,
    retry: () => void refetch(),
  }
}
