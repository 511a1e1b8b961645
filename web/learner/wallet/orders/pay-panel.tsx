import { ExternalLink } from 'lucide-react'
import { buttonClass } from '../../../ui/components/button-class.ts'
import { Card } from '../../../ui/components/card.tsx'
import { CopyButton } from '../../settings/copy-button.tsx'
import { useScreenText } from '../../use-text.ts'
import { DetailList } from '../detail-list.tsx'
import type { Order } from '../payment-types.ts'
import { useMoney } from '../use-money.ts'

/** Where to pay an unpaid order: the page of the provider, an account, or both. */
export function PayPanel({ order }: { order: Order }) {
  const { t, date } = useScreenText()
  const { fiat } = useMoney()
  const { paymentUrl, accountDetails, expiresAt, fiatAmount, fiatCurrency } = order
  return (
    <Card className="!border-gold">
      <h2 className="text-[18px]">{t('order.payTitle', { amount: fiat(fiatAmount, fiatCurrency) })}</h2>
      <p className="mt-1.5 text-[15px] text-ink-2">
        {t('order.payText')}
        {expiresAt &&
          ` ${t('order.payUntil', { time: date(new Date(expiresAt), { dateStyle: 'medium', timeStyle: 'short' }) })}`}
      </p>
      {accountDetails && (
        <div className="mt-3">
          <DetailList
            details={[
              { name: t('bank.name'), value: <bdi>{accountDetails.bankName}</bdi> },
              { name: t('bank.accountName'), value: <bdi>{accountDetails.accountName}</bdi> },
              { name: t('bank.accountNumber'), value: <bdi>{accountDetails.accountNumber}</bdi> },
            ]}
          />
          <CopyButton text={accountDetails.accountNumber}>{t('bank.copy')}</CopyButton>
        </div>
      )}
      {paymentUrl && (
        <a
          href={paymentUrl}
          target="_blank"
          rel="noreferrer"
          className={`${buttonClass({ size: 'large', isWide: true })} mt-4`}
        >
          <ExternalLink size={20} className="rtl:-scale-x-100" aria-hidden="true" />
          {t('order.payNow')}
        </a>
      )}
      {!paymentUrl && !accountDetails && <p className="mt-3 font-semibold">{t('order.payLater')}</p>}
    </Card>
  )
}
