import { useText } from '../use-text.ts'

/** Formats an amount of a currency for the language of the interface. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = useText()
  return (amount, currency) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)
}
