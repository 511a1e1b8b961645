import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Filters, SelectFilter } from '../list/filters.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { REPORTS_PATH } from '../paths.ts'
import { ReportPanel } from '../reports/report-panel.tsx'
import { REPORT_KINDS, REPORT_STATUSES, readReportSearch } from '../reports/report-search.ts'
import { ReportTag } from '../reports/report-tag.tsx'
import { useText } from '../use-text.ts'

/** What learners have reported: the open reports first, the oldest of them at the top. */
export default function Reports() {
  const { t } = useText()
  const columns = useColumns()
  const [search, change] = useListSearch(REPORTS_PATH, readReportSearch)
  const { status = 'OPEN', kind, open, page = 1 } = search
  const query = { page, limit: PAGE_ROWS, status, ...(kind ? { kind } : {}) }
  const reports = useApi('GET /admin/reports', { query }, { keepPrevious: true })
  return (
    <>
      <ListTitle text={t('nav.reports')} total={reports.data?.meta.total} />
      <Filters>
        <SelectFilter
          label={t('orders.status')}
          value={status}
          onChange={(chosen) => change({ status: chosen === 'OPEN' ? '' : chosen })}
          options={REPORT_STATUSES.map((id) => ({ id, text: t(`report.${id}`) }))}
        />
        <SelectFilter
          label={t('reports.target')}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
          options={[
            { id: '', text: t('reports.anyTarget') },
            ...REPORT_KINDS.map((id) => ({ id, text: t(`reports.kind.${id}`) })),
          ]}
        />
      </Filters>
      <div className="mt-4">
        <ListBody
          query={reports}
          empty={{ title: t('reports.none'), text: t('reports.noneText') }}
          isFiltered={Boolean(search.status || kind || search.page)}
          onClear={() => change({ status: '', kind: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('nav.reports')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({
                  to: REPORTS_PATH,
                  search: { ...search, open: id },
                  resetScroll: false,
                })}
              />
              <ReportPanel report={rows.find(({ id }) => id === open)} onClose={() => change({ open: '' })} />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function useColumns(): Column<Api.Report>[] {
  const { t } = useText()
  return [
    {
      title: t('reports.report'),
      cell: ({ reason, kind }) => (
        <>
          <span className="block font-bold leading-snug">{t(`reason.${reason}`)}</span>
          <span className="text-sm text-ink-2">{t(`reports.kind.${kind}`)}</span>
        </>
      ),
    },
    {
      title: t('reports.text'),
      isWide: true,
      cell: ({ text }) => (
        <span dir="auto" className="line-clamp-2 text-sm">
          {text || '–'}
        </span>
      ),
    },
    { title: t('orders.status'), cell: ({ status }) => <ReportTag status={status} /> },
    { title: t('reports.reported'), isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ]
}
