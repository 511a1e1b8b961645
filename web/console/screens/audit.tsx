import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ACTS } from '../audit/acts.ts'
import { AuditPanel } from '../audit/audit-panel.tsx'
import { readAuditSearch, SUBJECTS } from '../audit/audit-search.ts'
import { differenceOf } from '../audit/difference.ts'
import { useEntryText } from '../audit/use-entry-text.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../list/filters.tsx'
import { isIdFilter, ListBody, NO_ROWS, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { AUDIT_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** What staff did, newest first. */
export default function Audit() {
  const { t } = useScreenText()
  const columns = useColumns()
  const [search, change] = useListSearch(AUDIT_PATH, readAuditSearch)
  const { user, subject, open, page = 1 } = search
  const act = ACTS.find((one) => one === search.act)
  const query = {
    page,
    limit: PAGE_ROWS,
    ...(user ? { userId: user } : {}),
    ...(act ? { act } : {}),
    ...(subject ? { subjectKind: subject } : {}),
  }
  const entries = useApi('GET /admin/audit', { query }, { keepPrevious: true, enabled: isIdFilter(user) })
  return (
    <>
      <ListTitle text={t('nav.audit')} total={entries.data?.meta.total} />
      <Filters>
        <TextFilter label={t('audit.user')} value={user} onChange={(typed) => change({ user: typed })} />
        <SelectFilter
          label={t('audit.act')}
          value={act}
          onChange={(chosen) => change({ act: chosen })}
          options={[{ id: '', text: t('audit.anyAct') }, ...ACTS.map((id) => ({ id, text: t(`act.${id}`) }))]}
        />
        <SelectFilter
          label={t('audit.subject')}
          value={subject}
          onChange={(chosen) => change({ subject: chosen })}
          options={[
            { id: '', text: t('audit.anySubject') },
            ...SUBJECTS.map((id) => ({ id, text: t(`subject.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={isIdFilter(user) ? entries : NO_ROWS}
          empty={{ title: t('audit.none') }}
          isFiltered={Boolean(user || act || subject || search.page)}
          onClear={() => change({ user: '', act: '', subject: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('nav.audit')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({ to: AUDIT_PATH, search: { ...search, open: id }, resetScroll: false })}
              />
              <AuditPanel entry={rows.find(({ id }) => id === open)} onClose={() => change({ open: '' })} />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.AuditEntry>[] {
  const { t } = useScreenText()
  const { fieldText } = useEntryText()
  return [
    {
      title: t('audit.act'),
      cell: ({ act }) => (
        <>
          <span className="block font-bold leading-snug">{t(`act.${act}`)}</span>
          <code dir="ltr" className="break-all text-[13px] text-ink-2">
            {act}
          </code>
        </>
      ),
    },
    {
      title: t('audit.changed'),
      isWide: true,
      cell: ({ before, after }) => (
        <span dir="auto" className="line-clamp-1 text-start text-sm text-ink-2">
          {differenceOf(before, after)
            .map(({ field }) => fieldText(field))
            .join(', ') || '–'}
        </span>
      ),
    },
    {
      title: t('audit.actor'),
      isWide: true,
      cell: ({ actorName, actorRole }) => (
        <>
          {actorName && (
            <bdi className="block font-semibold leading-snug [overflow-wrap:anywhere]">{actorName}</bdi>
          )}
          <span className="text-sm text-ink-2">{t(`role.${actorRole}`)}</span>
        </>
      ),
    },
    { title: t('audit.at'), isNumber: true, cell: ({ at }) => <Ago at={at} /> },
  ]
}
