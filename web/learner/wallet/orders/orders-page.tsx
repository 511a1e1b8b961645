import { Link } from '@tanstack/react-router'
import { useApi } from '../../../ui/api/use-api.ts'
import { Button } from '../../../ui/components/button.tsx'
import { buttonClass } from '../../../ui/components/button-class.ts'
import { EmptyState } from '../../../ui/components/empty-state.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../../ui/components/skeleton.tsx'
import { useScreenText } from '../../use-text.ts'
import { OrderRow } from './order-row.tsx'

const LIMIT = 20

interface Given {
  page: number
  isLast: boolean
  onMore: () => void
}

/** One page of the orders; the last shown page has the button for the next. */
export function OrdersPage({ page, isLast, onMore }: Given) {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /payment/orders', { query: { page, limit: LIMIT } })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-2 p-3">
        <LoadingNote />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  if (data.data.length === 0 && page === 1)
    return (
      <EmptyState
        title={t('orders.none')}
        action={
          <Link to="/wallet/buy" className={buttonClass({})}>
            {t('buy.title')}
          </Link>
        }
      >
        {t('orders.noneText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="border-line [&+ul]:border-t">
        {data.data.map((order) => (
          <OrderRow key={order.orderId} order={order} />
        ))}
      </ul>
      {isLast && data.meta.total > page * LIMIT && (
        <Button variant="ghost" isWide onClick={onMore}>
          {t('action.more')}
        </Button>
      )}
    </>
  )
}
