import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react'
import { Pill } from '../../../ui/components/pill.tsx'
import { useScreenText } from '../../use-text.ts'
import type { OrderStatus } from '../payment-types.ts'
import { toneOf } from './order-progress.ts'

const ICONS = { good: CircleCheck, gold: Hourglass, plain: CircleSlash }

export function OrderPill({ status }: { status: OrderStatus }) {
  const { t } = useScreenText()
  const tone = toneOf(status)
  const Icon = ICONS[tone]
  return (
    <Pill tone={tone} size="small">
      <Icon size={14} aria-hidden="true" />
      {t(`orderStatus.${status}`)}
    </Pill>
  )
}
