import { Plus } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { BROADCAST_STATUSES, readBroadcastSearch } from '../broadcasts/broadcast-search.ts'
import { BroadcastTag } from '../broadcasts/broadcast-tag.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { BROADCASTS_PATH, broadcastPath } from '../paths.ts'
import { useText } from '../use-text.ts'

/** Messages to many users: drafts, and what was sent to how many. */
export default function Broadcasts() {
  const { t } = useText()
  const columns = useColumns()
  const isAdmin = useUser().role === 'ADMIN'
  const [search, change] = useListSearch(BROADCASTS_PATH, readBroadcastSearch)
  const { status, page = 1 } = search
  const query = { page, limit: PAGE_ROWS, ...(status ? { status } : {}) }
  const broadcasts = useApi('GET /admin/broadcasts', { query }, { keepPrevious: true })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListTitle text={t('nav.broadcasts')} total={broadcasts.data?.meta.total} />
        {isAdmin && (
          <ConsoleLink to={broadcastPath('new')} className={`${buttonClass({ size: 'small' })} min-h-11`}>
            <Plus size={18} aria-hidden="true" />
            {t('broadcasts.new')}
          </ConsoleLink>
        )}
      </div>
      <Filters>
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...BROADCAST_STATUSES.map((id) => ({ id, text: t(`broadcast.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={broadcasts}
          empty={{ title: t('broadcasts.none'), text: t('broadcasts.noneText') }}
          isFiltered={Boolean(status || search.page)}
          onClear={() => change({ status: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.broadcasts')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
              opens={({ id }) => ({ to: broadcastPath(id) })}
            />
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.Broadcast>[] {
  const { t, number } = useText()
  return [
    {
      title: t('broadcasts.name'),
      cell: ({ name, texts, fallbackLanguage }) => (
        <>
          <span dir="auto" className="block break-words font-bold leading-snug">
            {name}
          </span>
          <span dir="auto" className="line-clamp-1 text-sm text-ink-2">
            {texts[fallbackLanguage]?.title}
          </span>
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <BroadcastTag status={status} /> },
    {
      title: t('broadcasts.sent'),
      isNumber: true,
      isWide: true,
      cell: ({ status, sentCount }) => (status === 'DRAFT' ? '–' : number(sentCount)),
    },
    {
      title: t('orders.created'),
      isNumber: true,
      isWide: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}
