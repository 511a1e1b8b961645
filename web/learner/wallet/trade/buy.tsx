import { useState } from 'react'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { useSubmit } from '../../../ui/api/use-submit.ts'
import { useUser } from '../../../ui/session/session-store.ts'
import { BackLink } from '../../frame/back-link.tsx'
import { useRestoredFocus } from '../../frame/use-restored-focus.ts'
import { useScreenText } from '../../use-text.ts'
import type { PurchaseQuote } from '../payment-types.ts'
import { useMoney } from '../use-money.ts'
import { BuyForm, type Purchase } from './buy-form.tsx'
import { currencyOf } from './currencies.ts'
import { QuoteReview } from './quote-review.tsx'
import { useMarket } from './use-market.ts'
import { useOpenOrder } from './use-open-order.ts'

/** What and how much, then the price to confirm; the page of the order shows where to pay. */
export function Buy() {
  const { t } = useScreenText()
  const { fiat, asset: worth } = useMoney()
  const { country } = useUser()
  const [purchase, setPurchase] = useState<Purchase>({
    asset: 'GEMS',
    amount: '',
    currency: currencyOf(country),
    method: undefined,
    phone: '',
  })
  const [quote, setQuote] = useState<PurchaseQuote>()
  const [isRenewed, setRenewed] = useState(false)
  const submit = useSubmit()
  const openOrder = useOpenOrder()
  const heading = useRestoredFocus<HTMLHeadingElement>(quote !== undefined)
  const { asset, amount, currency, phone } = purchase
  const market = useMarket(currency, 'ON_RAMP', purchase.method)
  const { method } = market

  const requestQuote = async () => {
    const body = { fiatAmount: Number(amount), fiatCurrency: currency, cryptoCurrency: asset }
    setQuote((await lyceum.call('POST /payment/on-ramp/quote', { body })).data)
  }
  const confirm = () =>
    submit.run(async () => {
      const body = {
        quoteId: quote!.quoteId,
        paymentMethod: method!.paymentMethod,
        ...(method!.needsPhoneNumber ? { phoneNumber: phone } : {}),
      }
      try {
        // Repeating the confirmation of a quote returns the order of the first attempt.
        const idempotencyKey = `buy-${quote!.quoteId}`
        await openOrder(() => lyceum.call('POST /payment/on-ramp/initiate', { body, idempotencyKey }))
      } catch (fault) {
        const { code } = fault as { code?: string }
        if (code === 'QUOTE_EXPIRED') {
          await requestQuote()
          setRenewed(true)
          return
        }
        // The form has the field.
        if (code === 'PHONE_NUMBER_INVALID') setQuote(undefined)
        throw fault
      }
    })
  return (
    <div className="mx-auto max-w-xl animate-rise">
      <BackLink to="/wallet" text={t('wallet.title')} />
      <h1 ref={heading} tabIndex={-1} className="mt-1 mb-5 text-[27px] outline-none lg:text-[34px]">
        {quote ? t('trade.review') : t('buy.title')}
      </h1>
      {quote ? (
        <QuoteReview
          details={[
            {
              name: t('trade.youGet'),
              value: worth(quote.cryptoAmount, quote.cryptoCurrency),
              isStrong: true,
            },
            { name: t('trade.youPay'), value: fiat(quote.fiatAmount, quote.fiatCurrency), isStrong: true },
            { name: t('trade.feeIncluded'), value: fiat(quote.fee, quote.feeCurrency) },
            { name: t('trade.method'), value: t(`method.${method!.paymentMethod}`) },
          ]}
          expiresAt={quote.expiresAt}
          isRenewed={isRenewed}
          submit={submit}
          action={t('buy.confirm')}
          onConfirm={() => void confirm()}
          onEdit={() => setQuote(undefined)}
        />
      ) : (
        <BuyForm
          purchase={purchase}
          onChange={(changes) => setPurchase({ ...purchase, ...changes })}
          market={market}
          submit={submit}
          onQuote={() => {
            setRenewed(false)
            void submit.run(requestQuote)
          }}
        />
      )}
    </div>
  )
}
