import { getRouteApi } from '@tanstack/react-router'
import { Card } from '../../../ui/components/card.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { BackLink } from '../../frame/back-link.tsx'
import { ScreenLoading } from '../../frame/screen-loading.tsx'
import { useRestoredFocus } from '../../frame/use-restored-focus.ts'
import { useScreenText } from '../../use-text.ts'
import { type Detail, DetailList } from '../detail-list.tsx'
import type { Order } from '../payment-types.ts'
import { useMoney } from '../use-money.ts'
import { CancelOrder } from './cancel-order.tsx'
import { OrderPill } from './order-pill.tsx'
import { phaseOf } from './order-progress.ts'
import { OrderSteps } from './order-steps.tsx'
import { PayPanel } from './pay-panel.tsx'
import { useOrder } from './use-order.ts'

const route = getRouteApi('/signed-in/framed/wallet/orders/$orderId')

/** One order: where it stands, where to pay it, and its way in plain words. */
export function OrderPage() {
  const { t } = useScreenText()
  const { orderId } = route.useParams()
  const { data, error, refetch } = useOrder(orderId)
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const order = data.data
  const isUnpaid = order.status === 'PENDING_PAYMENT'
  return (
    <div className="animate-rise">
      <BackLink to="/wallet/orders" text={t('orders.title')} />
      <Head order={order} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2 lg:gap-7">
        <div className="grid gap-4">
          {isUnpaid && <PayPanel order={order} />}
          <OrderSteps order={order} />
        </div>
        <div className="grid gap-4">
          <Details order={order} />
          {isUnpaid && <CancelOrder orderId={orderId} />}
        </div>
      </div>
    </div>
  )
}

function Head({ order }: { order: Order }) {
  const { t } = useScreenText()
  const { asset } = useMoney()
  const amount = asset(order.cryptoAmount, order.cryptoCurrency)
  // The link to the payment disappears when the order is paid.
  const heading = useRestoredFocus<HTMLHeadingElement>(order.status)
  return (
    <div role="status" className="mt-1">
      <OrderPill status={order.status} />
      <h1 ref={heading} tabIndex={-1} className="mt-2.5 text-[27px] outline-none lg:text-[34px]">
        {order.type === 'ON_RAMP' ? t('orders.purchase', { amount }) : t('orders.sale', { amount })}
      </h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t(`orderNote.${phaseOf(order.type, order.status)}`)}</p>
    </div>
  )
}

function Details({ order }: { order: Order }) {
  const { t, date } = useScreenText()
  const { fiat } = useMoney()
  const { type, fiatAmount, fiatCurrency, fee, feeCurrency, netPayout, transactionHash } = order
  const details: Detail[] = [
    netPayout === null
      ? { name: t('trade.youPay'), value: fiat(fiatAmount, fiatCurrency), isStrong: true }
      : { name: t('sell.youReceive'), value: fiat(netPayout, fiatCurrency), isStrong: true },
    {
      name: type === 'ON_RAMP' ? t('trade.feeIncluded') : t('sell.feeDeducted'),
      value: fiat(fee, feeCurrency),
    },
    { name: t('trade.method'), value: t(`method.${order.paymentMethod}`) },
    {
      name: t('order.created'),
      value: date(new Date(order.createdAt), { dateStyle: 'medium', timeStyle: 'short' }),
    },
    { name: t('order.number'), value: <Small text={order.orderId} /> },
    ...(transactionHash ? [{ name: t('order.transaction'), value: <Small text={transactionHash} /> }] : []),
  ]
  return (
    <Card>
      <DetailList details={details} />
    </Card>
  )
}

function Small({ text }: { text: string }) {
  return (
    <span dir="ltr" className="font-mono text-[13px] font-normal">
      {text}
    </span>
  )
}
