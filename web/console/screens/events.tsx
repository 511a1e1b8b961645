import { RotateCw } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ActionButton } from '../action/action-button.tsx'
import { readEventSearch } from '../events/event-search.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { CodeText } from '../panel/code-text.tsx'
import { CopyText, Facts } from '../panel/facts.tsx'
import { Panel } from '../panel/panel.tsx'
import { Ago, Moment } from '../panel/time.tsx'
import { EVENTS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** Webhook events that could not be processed, with their bodies. */
export default function Events() {
  const { t, number } = useText()
  const [search, change] = useListSearch(EVENTS_PATH, readEventSearch)
  const { open, page = 1 } = search
  const events = useApi(
    'GET /admin/inbox/dead-letters',
    { query: { page, limit: PAGE_ROWS } },
    { keepPrevious: true },
  )
  const columns: Column<Api.DeadEvent>[] = [
    {
      title: t('events.event'),
      cell: (event) => (
        <>
          <span className="block font-bold leading-snug">{event.source}</span>
          <code dir="ltr" className="break-all text-[13px] text-ink-2">
            {event.eventId}
          </code>
        </>
      ),
    },
    {
      title: t('events.note'),
      isWide: true,
      cell: ({ note }) => <span className="line-clamp-2 text-sm">{note ?? '–'}</span>,
    },
    {
      title: t('events.attempts'),
      isWide: true,
      isNumber: true,
      cell: ({ attempts }) => number(attempts),
    },
    { title: t('events.received'), isNumber: true, cell: ({ receivedAt }) => <Ago at={receivedAt} /> },
  ]
  return (
    <>
      <ListTitle text={t('attention.deadLetters')} total={events.data?.meta.total} />
      <div className="mt-4">
        <ListBody
          query={events}
          empty={{ title: t('events.none'), text: t('events.noneText') }}
          isFiltered={Boolean(search.page)}
          onClear={() => change({ page: 1 })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('attention.deadLetters')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({ to: EVENTS_PATH, search: { ...search, open: id }, resetScroll: false })}
              />
              <EventPanel event={rows.find(({ id }) => id === open)} onClose={() => change({ open: '' })} />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function EventPanel({ event, onClose }: { event: Api.DeadEvent | undefined; onClose: () => void }) {
  const { t, number } = useText()
  return (
    <Panel isOpen={event !== undefined} onClose={onClose} title={t('events.event')}>
      {event && (
        <>
          {event.note && (
            <p dir="auto" className="rounded-control bg-bad-soft p-3.5 font-semibold text-bad">
              {event.note}
            </p>
          )}
          <div>
            <ActionButton
              opener={t('events.replay')}
              icon={<RotateCw size={17} aria-hidden="true" />}
              title={t('events.replayTitle')}
              effect={t('events.replayEffect', { source: event.source, count: event.attempts })}
              label={t('events.replay')}
              done={t('events.replayed')}
              needsReason={false}
              input={{ id: event.id }}
              send={(_, idempotencyKey) =>
                lyceum.call('POST /admin/inbox/dead-letters/{id}/replay', {
                  path: { id: event.id },
                  idempotencyKey,
                })
              }
            />
          </div>
          <Facts
            facts={[
              [t('events.source'), event.source],
              [t('events.attempts'), number(event.attempts)],
              [t('events.received'), <Moment key="at" at={event.receivedAt} />],
              [t('events.id'), <CopyText key="id" text={event.eventId} />],
            ]}
          />
          <CodeText label={t('events.body')} text={event.body} />
        </>
      )}
    </Panel>
  )
}
