import { useScreenText } from '../use-text.ts'
import type { Asset } from './payment-types.ts'

const TOKEN_DECIMALS = 6

interface Money {
  /** "KES 1,300" */
  fiat: (amount: number, currency: string) => string
  /** "975 gems" or "9.142945 USDT" */
  asset: (amount: number, asset: Asset) => string
}

/** Amounts of money, gems and tokens in the language of the app. */
export function useMoney(): Money {
  const { t, locale } = useScreenText()
  return {
    fiat: (amount, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(amount),
    asset: (amount, asset) =>
      asset === 'GEMS'
        ? t('reward.gems', { count: amount })
        : t('wallet.usdt', {
            amount: new Intl.NumberFormat(locale, { maximumFractionDigits: TOKEN_DECIMALS }).format(amount),
          }),
  }
}
