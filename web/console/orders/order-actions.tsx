import { Check, RotateCw, Undo2 } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionButton } from '../action/action-button.tsx'
import { useText } from '../use-text.ts'
import { RefundDelivered } from './refund-delivered.tsx'
import { useMoney } from './use-money.ts'

const OVER = ['EXPIRED', 'CANCELLED', 'REFUNDED']

/** What an administrator can do with an order in its state. */
export function OrderActions({ order }: { order: Api.AdminOrder }) {
  const { t, number } = useText()
  const money = useMoney()
  if (useUser().role !== 'ADMIN' || OVER.includes(order.status)) return null
  if (order.status === 'COMPLETED') return order.type === 'ON_RAMP' ? <RefundDelivered order={order} /> : null
  const path = { id: order.orderId }
  const amount = money(order.fiatAmount, order.fiatCurrency)
  const value = `${number(order.cryptoAmount)} ${order.cryptoCurrency}`
  const input = { status: order.status }
  const isInReview = order.status === 'UNDER_REVIEW'
  const isByHand = order.status === 'REFUND_PENDING'
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        opener={t('orders.retry')}
        icon={<RotateCw size={17} aria-hidden="true" />}
        title={t('orders.retryTitle')}
        effect={t('orders.retryEffect')}
        label={t('orders.retry')}
        done={t('orders.done')}
        needsReason={false}
        input={input}
        send={(_, idempotencyKey) => lyceum.call('POST /admin/orders/{id}/retry', { path, idempotencyKey })}
      />
      {isInReview && (
        <ActionButton
          opener={t('orders.accept')}
          icon={<Check size={17} aria-hidden="true" />}
          title={t('orders.acceptTitle')}
          effect={t('orders.acceptEffect', { amount, value })}
          label={t('orders.accept')}
          done={t('orders.done')}
          needsReason={false}
          isDangerous
          typedName={order.orderId.slice(-12)}
          input={input}
          send={(_, idempotencyKey) =>
            lyceum.call('POST /admin/orders/{id}/accept', { path, idempotencyKey })
          }
        />
      )}
      {(isInReview || isByHand) && (
        <ActionButton
          opener={t('orders.refund')}
          icon={<Undo2 size={17} aria-hidden="true" />}
          title={t('orders.refundTitle')}
          effect={t(isByHand ? 'orders.byHandEffect' : 'orders.refundEffect', { amount })}
          label={t('orders.refund')}
          done={t('orders.done')}
          isDangerous
          typedName={order.orderId.slice(-12)}
          input={input}
          send={(reason, idempotencyKey) =>
            lyceum.call('POST /admin/orders/{id}/refund', {
              path,
              body: { reason, byHand: isByHand },
              idempotencyKey,
            })
          }
        />
      )}
    </div>
  )
}
