import { useState } from 'react'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { useSubmit } from '../../../ui/api/use-submit.ts'
import { useUser } from '../../../ui/session/session-store.ts'
import { BackLink } from '../../frame/back-link.tsx'
import { useRestoredFocus } from '../../frame/use-restored-focus.ts'
import { useScreenText } from '../../use-text.ts'
import type { SaleQuote } from '../payment-types.ts'
import { usePinFaults } from '../pin/use-pin-faults.ts'
import { useMoney } from '../use-money.ts'
import { ConfirmWithPin } from './confirm-with-pin.tsx'
import { currencyOf } from './currencies.ts'
import { QuoteReview } from './quote-review.tsx'
import { recipientOf } from './recipient.ts'
import { type Sale, SellForm } from './sell-form.tsx'
import { useMarket } from './use-market.ts'
import { useOpenOrder } from './use-open-order.ts'

/** How many tokens and to whom, then the price to confirm with the PIN. */
export function Sell() {
  const { t } = useScreenText()
  const { fiat, asset: worth } = useMoney()
  const { country } = useUser()
  const [sale, setSale] = useState<Sale>({
    amount: '',
    currency: currencyOf(country),
    method: undefined,
    phone: '',
    bankCode: '',
    accountNumber: '',
    accountName: '',
  })
  const [quote, setQuote] = useState<SaleQuote>()
  const [isRenewed, setRenewed] = useState(false)
  const [walletPin, setWalletPin] = useState('')
  const submit = useSubmit()
  const faults = usePinFaults(submit)
  const openOrder = useOpenOrder()
  const heading = useRestoredFocus<HTMLHeadingElement>(quote !== undefined)
  const market = useMarket(sale.currency, 'OFF_RAMP', sale.method)
  const { method } = market

  const requestQuote = async () => {
    const { amount, currency } = sale
    const body = {
      cryptoAmount: Number(amount),
      cryptoCurrency: 'CHAIN_USDT' as const,
      fiatCurrency: currency,
    }
    setQuote((await lyceum.call('POST /payment/off-ramp/quote', { body })).data)
  }
  const confirm = () =>
    submit.run(async () => {
      const body = { quoteId: quote!.quoteId, walletPin, ...recipientOf(sale, method!) }
      try {
        await openOrder(() => lyceum.call('POST /payment/off-ramp/initiate', { body }))
      } catch (fault) {
        const { code } = fault as { code?: string }
        if (code === 'QUOTE_EXPIRED') {
          await requestQuote()
          setRenewed(true)
          return
        }
        // The form has the fields.
        if (code === 'PHONE_NUMBER_INVALID' || code === 'RECIPIENT_INVALID') setQuote(undefined)
        throw fault
      }
    })
  return (
    <div className="mx-auto max-w-xl animate-rise">
      <BackLink to="/wallet" text={t('wallet.title')} />
      <h1 ref={heading} tabIndex={-1} className="mt-1 mb-5 text-[27px] outline-none lg:text-[34px]">
        {quote ? t('trade.review') : t('sell.title')}
      </h1>
      {quote ? (
        <QuoteReview
          details={[
            {
              name: t('sell.youSell'),
              value: worth(quote.cryptoAmount, quote.cryptoCurrency),
              isStrong: true,
            },
            { name: t('sell.youReceive'), value: fiat(quote.netPayout, quote.fiatCurrency), isStrong: true },
            { name: t('sell.feeDeducted'), value: fiat(quote.fee, quote.feeCurrency) },
            { name: t('trade.method'), value: t(`method.${method!.paymentMethod}`) },
          ]}
          expiresAt={quote.expiresAt}
          isRenewed={isRenewed}
          submit={{ isPending: submit.isPending, error: faults.form }}
          action={t('sell.confirm')}
          onConfirm={() => void confirm()}
          onEdit={() => setQuote(undefined)}
        >
          <ConfirmWithPin pin={walletPin} onChange={setWalletPin} error={faults.pin} />
        </QuoteReview>
      ) : (
        <SellForm
          sale={sale}
          onChange={(changes) => setSale({ ...sale, ...changes })}
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
