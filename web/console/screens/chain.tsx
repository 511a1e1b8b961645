import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { CHAIN_STATUSES, readChainSearch } from '../chain/chain-search.ts'
import { ChainTag } from '../chain/chain-tag.tsx'
import { RelayerState } from '../chain/relayer-state.tsx'
import { TransactionPanel } from '../chain/transaction-panel.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { CHAIN_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** The account that sends transactions, and the transactions. */
export default function Chain() {
  const { t } = useText()
  const [search, change] = useListSearch(CHAIN_PATH, readChainSearch)
  const { hash, status, open, page = 1 } = search
  const isHash = !hash || /^0x[0-9a-f]{64}$/i.test(hash)
  const query = { page, limit: PAGE_ROWS, ...(hash ? { hash } : {}), ...(status ? { status } : {}) }
  const transactions = useApi(
    'GET /admin/chain-transactions',
    { query },
    { keepPrevious: true, enabled: isHash },
  )
  const columns: Column<Api.AdminChainTransaction>[] = [
    {
      title: t('orders.hash'),
      cell: (row) => (
        <>
          <span dir="ltr" className="block break-all text-start font-bold leading-snug">
            {row.functionName}
          </span>
          <span className="text-sm text-ink-2">{row.kind}</span>
        </>
      ),
    },
    { title: t('orders.status'), cell: (row) => <ChainTag status={row.status} /> },
    {
      title: t('jobs.message'),
      isWide: true,
      cell: ({ lastError }) => <span className="line-clamp-2 text-sm">{lastError ?? '–'}</span>,
    },
    {
      title: t('orders.created'),
      isWide: true,
      isNumber: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.chain')}</h1>
      <div className="mt-4">
        <RelayerState />
      </div>
      <div className="mt-7">
        <ListTitle level="h2" text={t('chain.transactions')} total={transactions.data?.meta.total} />
      </div>
      <Filters>
        <TextFilter label={t('chain.hash')} value={hash} onChange={(typed) => change({ hash: typed })} />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...CHAIN_STATUSES.map((id) => ({ id, text: t(`chain.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={isHash ? transactions : NO_ROWS}
          empty={{ title: t('chain.none') }}
          isFiltered={Boolean(hash || status || search.page)}
          onClear={() => change({ hash: '', status: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('chain.transactions')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({ to: CHAIN_PATH, search: { ...search, open: id }, resetScroll: false })}
              />
              <TransactionPanel
                transaction={rows.find(({ id }) => id === open)}
                onClose={() => change({ open: '' })}
              />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}
