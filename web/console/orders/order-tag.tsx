import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

export type OrderStatus = Api.AdminOrderSummary['status']

const TONES: Record<OrderStatus, Tone> = {
  PENDING_PAYMENT: 'plain',
  PAYMENT_RECEIVED: 'primary',
  PROCESSING: 'primary',
  PAYOUT_SENT: 'primary',
  COMPLETED: 'good',
  EXPIRED: 'plain',
  CANCELLED: 'plain',
  FAILED: 'bad',
  REFUND_PENDING: 'gold',
  REFUNDED: 'plain',
  UNDER_REVIEW: 'bad',
}

/** In the order of the life of an order. */
export const ORDER_STATUSES = Object.keys(TONES) as OrderStatus[]

export function OrderTag({ status }: { status: OrderStatus }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`order.${status}`)}</Tag>
}
