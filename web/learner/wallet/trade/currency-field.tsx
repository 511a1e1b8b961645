import { SelectField } from '../../../ui/components/select-field.tsx'
import { useScreenText } from '../../use-text.ts'
import type { FiatCurrency } from '../payment-types.ts'
import { CURRENCIES, CURRENCY_CODES } from './currencies.ts'

interface Given {
  value: FiatCurrency
  onChange: (currency: FiatCurrency) => void
}

export function CurrencyField({ value, onChange }: Given) {
  const { t, locale } = useScreenText()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
  return (
    <SelectField
      label={t('trade.currency')}
      value={value}
      onChange={(event) => onChange(event.target.value as FiatCurrency)}
      options={CURRENCY_CODES.map((code) => ({
        id: code,
        text: `${countries.of(CURRENCIES[code].country)} · ${currencies.of(code)} (${code})`,
      }))}
    />
  )
}
