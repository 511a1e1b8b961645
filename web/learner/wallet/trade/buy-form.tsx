import type { FormEvent } from 'react'
import type { Submit } from '../../../ui/api/use-submit.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Button } from '../../../ui/components/button.tsx'
import { ChipChoice } from '../../../ui/components/chip-choice.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { useScreenText } from '../../use-text.ts'
import type { Asset, FiatCurrency, PaymentMethod } from '../payment-types.ts'
import { useMoney } from '../use-money.ts'
import { AmountField } from './amount-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { MethodFields } from './method-fields.tsx'
import type { useMarket } from './use-market.ts'

/** Suggested amounts, as multiples of the smallest one. */
const SUGGESTIONS = [10, 25, 50]

export interface Purchase {
  asset: Asset
  amount: string
  currency: FiatCurrency
  method: PaymentMethod | undefined
  phone: string
}

interface Given {
  purchase: Purchase
  onChange: (changes: Partial<Purchase>) => void
  market: ReturnType<typeof useMarket>
  submit: Submit
  onQuote: () => void
}

export function BuyForm({ purchase, onChange, market: offer, submit, onQuote }: Given) {
  const { t } = useScreenText()
  const { fiat } = useMoney()
  const { market, methods, method, fault, retry } = offer
  const { asset, amount, currency, phone } = purchase
  if (fault) return <ErrorState fault={fault} onRetry={retry} />
  const quote = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending && method) onQuote()
  }
  return (
    <form onSubmit={quote} className="grid grid-cols-1 gap-5">
      <ChipChoice
        label={t('buy.what')}
        chosen={asset}
        onChoose={(chosen) => onChange({ asset: chosen })}
        choices={[
          {
            value: 'GEMS',
            content: (
              <>
                <GemIcon size={17} />
                {t('summary.gems')}
              </>
            ),
          },
          { value: 'CHAIN_USDT', content: t('wallet.tokens') },
        ]}
      />
      <p className="-mt-2 text-[15px] text-ink-2">
        {asset === 'GEMS' ? t('buy.gemsText') : t('buy.tokensText')}
      </p>
      <CurrencyField value={currency} onChange={(chosen) => onChange({ currency: chosen, amount: '' })} />
      <div>
        <AmountField
          label={t('buy.amount')}
          hint={
            market &&
            t('trade.limits', {
              min: fiat(market.minimumAmount, currency),
              max: fiat(market.maximumAmount, currency),
            })
          }
          error={submit.errorOf('fiatAmount')}
          value={amount}
          onChange={(typed) => onChange({ amount: typed })}
          unit={currency}
          decimals={market?.decimals ?? 2}
          {...(market ? { min: market.minimumAmount, max: market.maximumAmount } : {})}
        />
        {market && (
          <div className="mt-2.5 flex flex-wrap gap-2">
            {SUGGESTIONS.map((factor) => (
              <button
                key={factor}
                type="button"
                onClick={() => onChange({ amount: String(market.minimumAmount * factor) })}
                className="min-h-11 rounded-full bg-sunken px-4 text-[15px] font-bold text-ink-2 hover:text-ink"
              >
                {fiat(market.minimumAmount * factor, currency)}
              </button>
            ))}
          </div>
        )}
      </div>
      <MethodFields
        label={t('buy.method')}
        methods={methods}
        method={method}
        isLoading={!market}
        onChoose={(chosen) => onChange({ method: chosen })}
        currency={currency}
        phone={phone}
        onPhone={(typed) => onChange({ phone: typed })}
        phoneError={submit.errorOf('phoneNumber')}
      />
      <FormError text={submit.error} />
      <Button type="submit" size="large" isWide isPending={submit.isPending} disabled={market && !method}>
        {t('trade.quote')}
      </Button>
    </form>
  )
}
