import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { EventPanel } from '../events/event-panel.tsx'
import { EVENT_STATUSES, readEventSearch } from '../events/event-search.ts'
import { EventTag } from '../events/event-tag.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { EVENTS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** The received webhook events, newest first. */
export default function Events() {
  const { t } = useText()
  const columns = useColumns()
  const [search, change] = useListSearch(EVENTS_PATH, readEventSearch)
  const { status, source, open, page = 1 } = search
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(status ? { status } : {}),
    ...(source ? { source } : {}),
  }
  const events = useApi('GET /admin/inbox/events', { query }, { keepPrevious: true })
  return (
    <>
      <ListTitle text={t('nav.events')} total={events.data?.meta.total} />
      <Filters>
        <TextFilter
          label={t('events.source')}
          value={source}
          onChange={(typed) => change({ source: typed })}
        />
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...EVENT_STATUSES.map((id) => ({ id, text: t(`event.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={events}
          empty={{ title: t('events.none'), text: t('events.noneText') }}
          isFiltered={Boolean(status || source || search.page)}
          onClear={() => change({ status: '', source: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <DataTable
              label={t('nav.events')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
              opens={({ id }) => ({ to: EVENTS_PATH, search: { ...search, open: id }, resetScroll: false })}
            />
          )}
        </ListBody>
      </div>
      <EventPanel eventId={open} onClose={() => change({ open: '' })} />
    </>
  )
}

function useColumns(): Column<Api.WebhookEvent>[] {
  const { t } = useText()
  return [
    {
      title: t('events.event'),
      cell: (event) => (
        <>
          <span className="block font-bold leading-snug">{event.source}</span>
          <code dir="ltr" className="block break-all text-[13px] text-ink-2 md:min-w-76">
            {event.eventId}
          </code>
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <EventTag status={status} /> },
    {
      title: t('events.note'),
      isWide: true,
      cell: ({ note }) => <span className="line-clamp-2 text-sm">{note ?? '–'}</span>,
    },
    {
      title: t('events.received'),
      isWide: true,
      isNumber: true,
      cell: ({ receivedAt }) => <Ago at={receivedAt} />,
    },
  ]
}
