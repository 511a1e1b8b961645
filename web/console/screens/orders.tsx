import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Chip, Chips, DayText, startOfDay } from '../list/chips.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { isIdFilter, ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { OrderPanel } from '../orders/order-panel.tsx'
import { readOrderSearch } from '../orders/order-search.ts'
import { ORDER_STATUSES, OrderTag } from '../orders/order-tag.tsx'
import { useMoney } from '../orders/use-money.ts'
import { Ago } from '../panel/time.tsx'
import { ORDERS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** Purchases and payouts. An order opens in a panel. */
export default function Orders() {
  const { t } = useText()
  const columns = useColumns()
  const [search, change] = useListSearch(ORDERS_PATH, readOrderSearch)
  const { user, status, provider, open, page = 1 } = search
  const [from, to] = [startOfDay(search.from), startOfDay(search.to)]
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(user ? { userId: user } : {}),
    ...(status ? { status } : {}),
    ...(provider ? { provider } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const orders = useApi('GET /admin/orders', { query }, { keepPrevious: true, enabled: isIdFilter(user) })
  return (
    <>
      <ListTitle text={t('nav.orders')} total={orders.data?.meta.total} />
      <Filters>
        <TextFilter label={t('orders.user')} value={user} onChange={(typed) => change({ user: typed })} />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...ORDER_STATUSES.map((id) => ({ id, text: t(`order.${id}`) })),
          ]}
        />
      </Filters>
      {(provider || from || to) && (
        <Chips>
          {provider && <Chip onRemove={() => change({ provider: '' })}>{provider}</Chip>}
          {from && (
            <Chip onRemove={() => change({ from: '' })}>
              {t('filter.since')} <DayText at={from} />
            </Chip>
          )}
          {to && (
            <Chip onRemove={() => change({ to: '' })}>
              {t('filter.before')} <DayText at={to} />
            </Chip>
          )}
        </Chips>
      )}
      <div className="mt-4">
        <ListBody
          query={isIdFilter(user) ? orders : NO_ROWS}
          empty={{ title: t('orders.none'), text: t('orders.noneText') }}
          isFiltered={Boolean(user || status || provider || from || to || search.page)}
          onClear={() => change({ user: '', status: '', provider: '', from: '', to: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.orders')}
              rows={rows}
              keyOf={({ orderId }) => orderId}
              columns={columns}
              opens={({ orderId }) => ({
                to: ORDERS_PATH,
                search: { ...search, open: orderId },
                resetScroll: false,
              })}
            />
          )}
        </ListBody>
      </div>
      <OrderPanel orderId={open} onClose={() => change({ open: '' })} />
    </>
  )
}

function useColumns(): Column<Api.AdminOrderSummary>[] {
  const { t } = useText()
  const money = useMoney()
  return [
    {
      title: t('orders.order'),
      cell: (order) => (
        <>
          <span className="block font-bold leading-snug">
            {t(`orderType.${order.type}`)} · {money(order.fiatAmount, order.fiatCurrency)}
          </span>
          <code dir="ltr" className="text-[13px] text-ink-2">
            {order.orderId.slice(-12)}
          </code>
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <OrderTag status={status} /> },
    { title: t('orders.method'), isWide: true, cell: ({ paymentMethod }) => paymentMethod },
    {
      title: t('orders.attention'),
      isWide: true,
      cell: ({ attention }) => <span className="line-clamp-2 text-sm">{attention ?? '–'}</span>,
    },
    {
      title: t('orders.created'),
      isWide: true,
      isNumber: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}
