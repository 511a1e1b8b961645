import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { GrantPanel, useGrantValue } from '../grants/grant-panel.tsx'
import { GRANT_STATUSES, readGrantSearch } from '../grants/grant-search.ts'
import { GrantTag } from '../grants/grant-tag.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { GRANTS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** Grants above the limit: those that wait for another administrator first. */
export default function Grants() {
  const { t } = useText()
  const columns = useColumns()
  const [search, change] = useListSearch(GRANTS_PATH, readGrantSearch)
  const { status = 'PENDING', open, page = 1 } = search
  const query = { page, limit: PAGE_ROWS, status }
  const grants = useApi('GET /admin/grant-requests', { query }, { keepPrevious: true })
  return (
    <>
      <ListTitle text={t('nav.grants')} total={grants.data?.meta.total} />
      <Filters>
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen === 'PENDING' ? '' : chosen })}
          options={GRANT_STATUSES.map((id) => ({ id, text: t(`grantState.${id}`) }))}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={grants}
          empty={{ title: t('grants.none'), text: t('grants.noneText') }}
          isFiltered={Boolean(search.status || search.page)}
          onClear={() => change({ status: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('nav.grants')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({ to: GRANTS_PATH, search: { ...search, open: id }, resetScroll: false })}
              />
              <GrantPanel request={rows.find(({ id }) => id === open)} onClose={() => change({ open: '' })} />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.GrantRequest>[] {
  const { t } = useText()
  const describe = useGrantValue()
  return [
    {
      title: t('users.user'),
      cell: (request) => (
        <>
          <span className="block font-bold leading-snug">{request.user.username ?? '–'}</span>
          <span className="text-sm text-ink-2">{describe(request)}</span>
        </>
      ),
    },
    { title: t('grants.requester'), isWide: true, cell: ({ requester }) => requester.username ?? '–' },
    { title: t('orders.status'), cell: ({ status }) => <GrantTag status={status} /> },
    { title: t('grants.requested'), isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ]
}
