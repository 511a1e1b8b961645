import { ChipChoice } from '../../../ui/components/chip-choice.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useScreenText } from '../../use-text.ts'
import type { FiatCurrency, Market, PaymentMethod } from '../payment-types.ts'
import { CURRENCIES } from './currencies.ts'

interface Given {
  label: string
  methods: Market['methods']
  method: Market['methods'][number] | undefined
  isLoading: boolean
  onChoose: (method: PaymentMethod) => void
  currency: FiatCurrency
  phone: string
  onPhone: (phone: string) => void
  phoneError: string | undefined
}

/** How the money moves, and the phone number if the method needs one. */
export function MethodFields(given: Given) {
  const { t } = useScreenText()
  const { label, methods, method, isLoading, onChoose, currency, phone, onPhone, phoneError } = given
  if (isLoading) return <Skeleton className="h-20" />
  if (!method)
    return (
      <p className="rounded-control bg-gold-soft p-3.5 font-semibold text-gold-text">
        {t('trade.noMethods')}
      </p>
    )
  return (
    <>
      <ChipChoice
        label={label}
        chosen={method.paymentMethod}
        onChoose={onChoose}
        choices={methods.map(({ paymentMethod }) => ({
          value: paymentMethod,
          content: t(`method.${paymentMethod}`),
        }))}
      />
      {method.needsPhoneNumber && (
        <TextField
          label={t('trade.phone')}
          hint={t('trade.phoneHint', { example: CURRENCIES[currency].phone })}
          error={phoneError}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          required
          value={phone}
          onChange={(event) => onPhone(event.target.value)}
        />
      )}
    </>
  )
}
