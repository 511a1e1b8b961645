import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import { useScreenText } from '../../use-text.ts'
import type { OrderSummary } from '../payment-types.ts'
import { useMoney } from '../use-money.ts'
import { OrderPill } from './order-pill.tsx'

export function OrderRow({ order }: { order: OrderSummary }) {
  const { t, date } = useScreenText()
  const { fiat, asset } = useMoney()
  const { orderId, type, status, cryptoAmount, cryptoCurrency, fiatAmount, fiatCurrency, netPayout } = order
  const isPurchase = type === 'ON_RAMP'
  const Icon = isPurchase ? ArrowDownToLine : ArrowUpFromLine
  const amount = asset(cryptoAmount, cryptoCurrency)
  return (
    <li className="border-line not-first:border-t">
      <Link
        to="/wallet/orders/$orderId"
        params={{ orderId }}
        className="flex min-h-18 items-center gap-4 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <span
          className={`grid size-10 flex-none place-items-center rounded-[12px] ${isPurchase ? 'bg-gem-soft text-gem' : 'bg-primary-soft text-primary'}`}
        >
          <Icon size={20} aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-bold">
            {isPurchase ? t('orders.purchase', { amount }) : t('orders.sale', { amount })}
          </span>
          <span className="block text-sm text-ink-2">
            {fiat(netPayout ?? fiatAmount, fiatCurrency)} ·{' '}
            {date(new Date(order.createdAt), { dateStyle: 'medium' })}
          </span>
        </span>
        <OrderPill status={status} />
      </Link>
    </li>
  )
}
