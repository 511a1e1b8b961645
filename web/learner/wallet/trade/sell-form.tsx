import type { FormEvent } from 'react'
import type { Submit } from '../../../ui/api/use-submit.ts'
import { Button } from '../../../ui/components/button.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useScreenText } from '../../use-text.ts'
import type { FiatCurrency, PaymentMethod } from '../payment-types.ts'
import { AmountField } from './amount-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { MethodFields } from './method-fields.tsx'
import type { useMarket } from './use-market.ts'

const TOKEN_DECIMALS = 6

export interface Sale {
  amount: string
  currency: FiatCurrency
  method: PaymentMethod | undefined
  phone: string
  bankCode: string
  accountNumber: string
  accountName: string
}

interface Given {
  sale: Sale
  onChange: (changes: Partial<Sale>) => void
  market: ReturnType<typeof useMarket>
  submit: Submit
  onQuote: () => void
}

export function SellForm({ sale, onChange, market: offer, submit, onQuote }: Given) {
  const { t } = useScreenText()
  const { market, methods, method, fault, retry } = offer
  if (fault) return <ErrorState fault={fault} onRetry={retry} />
  const quote = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending && method) onQuote()
  }
  const bankField = (name: 'bankCode' | 'accountNumber' | 'accountName') => (
    <TextField
      label={t(`bank.${name}`)}
      error={submit.errorOf(name)}
      required
      autoComplete="off"
      value={sale[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <form onSubmit={quote} className="grid grid-cols-1 gap-5">
      <p className="text-ink-2">{t('sell.text')}</p>
      <AmountField
        label={t('sell.amount')}
        error={submit.errorOf('cryptoAmount')}
        value={sale.amount}
        onChange={(amount) => onChange({ amount })}
        unit="USDT"
        decimals={TOKEN_DECIMALS}
      />
      <CurrencyField value={sale.currency} onChange={(currency) => onChange({ currency })} />
      <MethodFields
        label={t('sell.method')}
        methods={methods}
        method={method}
        isLoading={!market}
        onChoose={(chosen) => onChange({ method: chosen })}
        currency={sale.currency}
        phone={sale.phone}
        onPhone={(phone) => onChange({ phone })}
        phoneError={submit.errorOf('recipientPhoneNumber')}
      />
      {method?.paymentMethod === 'BANK_TRANSFER' && (
        <>
          {bankField('bankCode')}
          {bankField('accountNumber')}
          {bankField('accountName')}
        </>
      )}
      <FormError text={submit.error} />
      <Button type="submit" size="large" isWide isPending={submit.isPending} disabled={market && !method}>
        {t('trade.quote')}
      </Button>
    </form>
  )
}
