import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Panel } from '../panel/panel.tsx'
import { PanelRead } from '../panel/panel-read.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderTag } from './order-tag.tsx'
import { useMoney } from './use-money.ts'

/** An order with its history and its actions. */
export function OrderPanel({ orderId, onClose }: { orderId: string | undefined; onClose: () => void }) {
  const { t } = useText()
  return (
    <Panel isOpen={orderId !== undefined} onClose={onClose} title={t('orders.order')}>
      {orderId && <Read orderId={orderId} />}
    </Panel>
  )
}

function Read({ orderId }: { orderId: string }) {
  const order = useApi('GET /admin/orders/{id}', { path: { id: orderId } })
  return <PanelRead query={order}>{(data) => <Details order={data} />}</PanelRead>
}

function Details({ order }: { order: Api.AdminOrder }) {
  const { t, number } = useText()
  const money = useMoney()
  const { refund } = order
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <OrderTag status={order.status} />
        <span className="text-[19px] font-extrabold">{money(order.fiatAmount, order.fiatCurrency)}</span>
      </div>
      {order.attention && (
        <p dir="auto" className="rounded-control bg-gold-soft p-3.5 font-semibold text-gold-text">
          {order.attention}
        </p>
      )}
      <OrderActions order={order} />
      <Properties
        properties={[
          [t('orders.type'), t(`orderType.${order.type}`)],
          [t('orders.amount'), `${number(order.cryptoAmount)} ${order.cryptoCurrency}`],
          [t('orders.rate'), number(order.exchangeRate)],
          [t('orders.fee'), money(order.fee, order.feeCurrency)],
          [t('orders.payout'), order.netPayout === null ? null : money(order.netPayout, order.fiatCurrency)],
          [t('orders.method'), order.paymentMethod],
          [t('orders.takenBack'), refund && `${number(refund.takenBack)} ${order.cryptoCurrency}`],
          [t('orders.loss'), refund && `${number(refund.shortfall)} ${order.cryptoCurrency}`],
          [t('orders.paidBackBy'), refund && t(`orders.refundMethod.${refund.method}`)],
          [
            t('users.user'),
            <ConsoleLink
              key="user"
              to={userPath(order.userId)}
              className="inline-flex min-h-8 items-center text-primary underline underline-offset-3"
            >
              {t('orders.openUser')}
            </ConsoleLink>,
          ],
          [t('orders.id'), <CopyText key="id" text={order.orderId} />],
          [t('orders.hash'), order.transactionHash && <CopyText key="hash" text={order.transactionHash} />],
          [t('orders.created'), <Moment key="created" at={order.createdAt} />],
        ]}
      />
      <section aria-labelledby="order-history">
        <h3 id="order-history" className="mb-2 text-[17px]">
          {t('orders.history')}
        </h3>
        <ol className="rounded-card border border-line bg-surface px-4 py-1 shadow-card">
          {order.history.map((step) => (
            <li
              key={`${step.at} ${step.status}`}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-2.5 last:border-b-0"
            >
              <OrderTag status={step.status} />
              <span className="text-sm text-ink-2">
                {step.cause} · <Moment at={step.at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
