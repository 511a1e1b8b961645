import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { Ago } from '../panel/time.tsx'
import { SUBMISSIONS_PATH } from '../paths.ts'
import { SubmissionPanel } from '../submissions/submission-panel.tsx'
import { readSubmissionSearch } from '../submissions/submission-search.ts'
import { useText } from '../use-text.ts'

/** The projects that wait for a decision of a person, the oldest first. */
export default function Submissions() {
  const { t, percent } = useText()
  const [search, change] = useListSearch(SUBMISSIONS_PATH, readSubmissionSearch)
  const { open, page = 1 } = search
  const submissions = useApi(
    'GET /admin/submissions',
    { query: { page, limit: PAGE_ROWS } },
    { keepPrevious: true },
  )
  const columns: Column<Api.QueuedSubmission>[] = [
    {
      title: t('subject.submission'),
      cell: ({ project, reviewCause }) => (
        <>
          <span dir="auto" className="block break-words font-bold leading-snug">
            {project.title}
          </span>
          <span className="text-sm text-ink-2">{t(`cause.${reviewCause}`)}</span>
        </>
      ),
    },
    {
      title: t('submissions.score'),
      isWide: true,
      isNumber: true,
      cell: ({ assessment }) => (assessment ? percent(assessment.percentage) : '–'),
    },
    { title: t('submissions.waits'), isNumber: true, cell: (row) => <Ago at={row.reviewRequestedAt} /> },
  ]
  return (
    <>
      <ListTitle text={t('attention.submissions')} total={submissions.data?.meta.total} />
      <div className="mt-4">
        <ListBody
          query={submissions}
          empty={{ title: t('submissions.none'), text: t('submissions.noneText') }}
          isFiltered={Boolean(search.page)}
          onClear={() => change({ page: 1 })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('attention.submissions')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({
                  to: SUBMISSIONS_PATH,
                  search: { ...search, open: id },
                  resetScroll: false,
                })}
              />
              <SubmissionPanel
                submission={rows.find(({ id }) => id === open)}
                onClose={() => change({ open: '' })}
              />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}
