import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { EmailPanel } from '../emails/email-panel.tsx'
import { EMAIL_STATES, readEmailSearch } from '../emails/email-search.ts'
import { EmailTag } from '../emails/email-tag.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { EMAILS_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** The mails of the last days, and why some were not sent. */
export default function Emails() {
  const { t } = useScreenText()
  const { role } = useUser()
  const columns = useColumns()
  const [search, change] = useListSearch(EMAILS_PATH, readEmailSearch)
  const { state, to, open, page = 1 } = search
  // The service compares whole addresses.
  const isAddress = !to || /^\S+@\S+$/.test(to)
  const query = { page, limit: PAGE_ROWS, ...(state ? { state } : {}), ...(to ? { recipient: to } : {}) }
  const mails = useApi('GET /admin/emails', { query }, { keepPrevious: true, enabled: isAddress })
  return (
    <>
      <ListTitle text={t('nav.emails')} total={mails.data?.meta.total} />
      {role !== 'ADMIN' && <p className="mt-1.5 max-w-prose text-ink-2">{t('emails.mask')}</p>}
      <Filters>
        <TextFilter label={t('emails.address')} value={to} onChange={(typed) => change({ to: typed })} />
        <SelectFilter
          label={t('orders.status')}
          value={state}
          onChange={(chosen) => change({ state: chosen })}
          options={[
            { id: '', text: t('orders.anyStatus') },
            ...EMAIL_STATES.map((id) => ({ id, text: t(`emails.state.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={isAddress ? mails : NO_ROWS}
          empty={{ title: t('emails.none'), text: t('emails.noneText') }}
          isFiltered={Boolean(state || to || search.page)}
          onClear={() => change({ state: '', to: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('nav.emails')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({ to: EMAILS_PATH, search: { ...search, open: id }, resetScroll: false })}
              />
              <EmailPanel mail={rows.find(({ id }) => id === open)} onClose={() => change({ open: '' })} />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.AdminEmail>[] {
  const { t, number } = useScreenText()
  return [
    {
      title: t('emails.subject'),
      cell: ({ subject, recipient }) => (
        <>
          <span dir="auto" className="block break-words font-bold leading-snug">
            {subject}
          </span>
          <span dir="ltr" className="block break-all text-start text-sm text-ink-2">
            {recipient}
          </span>
        </>
      ),
    },
    { title: t('orders.status'), cell: ({ state }) => <EmailTag state={state} /> },
    {
      title: t('emails.reason'),
      isWide: true,
      cell: ({ lastError }) => (
        <span dir="auto" className="line-clamp-2 text-sm">
          {lastError ?? '–'}
        </span>
      ),
    },
    { title: t('emails.attempts'), isWide: true, isNumber: true, cell: ({ attempts }) => number(attempts) },
    {
      title: t('emails.created'),
      isWide: true,
      isNumber: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}
