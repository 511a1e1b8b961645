import { Undo2 } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ActionButton } from '../action/action-button.tsx'
import { replaces } from '../frame/replaces.ts'
import { useText } from '../use-text.ts'
import { useMoney } from './use-money.ts'

/** Refunds a completed purchase. The effect is that of the preview, which the request names. */
export function RefundDelivered({ order }: { order: Api.AdminOrder }) {
  const { t } = useText()
  const path = { id: order.orderId }
  const { data, error, refetch } = useApi('GET /admin/orders/{id}/refund', { path })
  if (replaces(error, data)) return <ErrorState fault={error} level="h2" onRetry={() => void refetch()} />
  if (!data?.data.isPossible) return null
  const { shortfall } = data.data
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        opener={t('orders.refund')}
        icon={<Undo2 size={17} aria-hidden="true" />}
        title={t('orders.refundTitle')}
        effect={<RefundEffect preview={data.data} />}
        label={t('orders.refund')}
        done={t('orders.done')}
        isDangerous
        typedName={order.orderId.slice(-12)}
        input={{ shortfall }}
        send={(reason, idempotencyKey) =>
          lyceum.call('POST /admin/orders/{id}/refund', { path, body: { reason, shortfall }, idempotencyKey })
        }
      />
    </div>
  )
}

function RefundEffect({ preview }: { preview: Api.OrderRefundPreview }) {
  const { t, number } = useText()
  const money = useMoney()
  const { asset, delivered, takenBack, shortfall, paidBack, currency, method } = preview
  const value = (amount: number) => `${number(amount)} ${asset === 'GEMS' ? t('asset.GEM') : asset}`
  const lines = [
    t('orders.takesBack', { taken: value(takenBack), delivered: value(delivered) }),
    ...(shortfall > 0 ? [t('orders.losesShortfall', { shortfall: value(shortfall) })] : []),
    t(`orders.paysBack.${method}`, { amount: money(paidBack, currency) }),
    t('orders.isFinal'),
  ]
  return (
    <ul className="grid gap-1.5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
