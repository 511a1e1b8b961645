import { RotateCw } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ActionButton } from '../action/action-button.tsx'
import { JobQueues } from '../jobs/job-queues.tsx'
import { readJobSearch } from '../jobs/job-search.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { ListBody, PAGE_ROWS } from '../list/list-body.tsx'
import { useListSearch } from '../list/list-search.ts'
import { ListTitle } from '../list/list-title.tsx'
import { CodeText } from '../panel/code-text.tsx'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Ago, Moment } from '../panel/time.tsx'
import { JOBS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** The queues with their counts, and the jobs that have failed. */
export default function Jobs() {
  const { t } = useText()
  const [search, change] = useListSearch(JOBS_PATH, readJobSearch)
  const { job, open, page = 1 } = search
  const query = { page, limit: PAGE_ROWS, ...(job ? { job } : {}) }
  const failed = useApi('GET /admin/jobs/failed', { query }, { keepPrevious: true })
  const columns: Column<Api.FailedJob>[] = [
    {
      title: t('jobs.job'),
      cell: (row) => (
        <code dir="ltr" className="break-all text-sm font-bold">
          {row.job}
        </code>
      ),
    },
    {
      title: t('jobs.message'),
      isWide: true,
      cell: ({ message }) => <span className="line-clamp-1 break-all text-sm">{message ?? '–'}</span>,
    },
    { title: t('jobs.failedAt'), isNumber: true, cell: ({ failedAt }) => <Ago at={failedAt} /> },
  ]
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.jobs')}</h1>
      <JobQueues chosen={job} onChoose={(name) => change({ job: name })} />
      <div className="mt-7">
        <ListTitle level="h2" text={t('attention.failedJobs')} total={failed.data?.meta.total} />
      </div>
      <div className="mt-4">
        <ListBody
          query={failed}
          empty={{ title: t('jobs.none') }}
          isFiltered={Boolean(job || search.page)}
          onClear={() => change({ job: '' })}
          onPage={(next) => change({ page: next })}
        >
          {(rows) => (
            <>
              <DataTable
                label={t('attention.failedJobs')}
                rows={rows}
                keyOf={({ id }) => id}
                columns={columns}
                opens={({ id }) => ({ to: JOBS_PATH, search: { ...search, open: id }, resetScroll: false })}
              />
              <JobPanel job={rows.find(({ id }) => id === open)} onClose={() => change({ open: '' })} />
            </>
          )}
        </ListBody>
      </div>
    </>
  )
}

function JobPanel({ job, onClose }: { job: Api.FailedJob | undefined; onClose: () => void }) {
  const { t } = useText()
  return (
    <Panel isOpen={job !== undefined} onClose={onClose} title={t('jobs.job')}>
      {job && (
        <>
          <div>
            <ActionButton
              opener={t('jobs.retry')}
              icon={<RotateCw size={17} aria-hidden="true" />}
              title={t('jobs.retryTitle')}
              effect={t('jobs.retryEffect', { job: job.job })}
              label={t('jobs.retry')}
              done={t('jobs.retried')}
              input={{ id: job.id }}
              send={async (reason, idempotencyKey) => {
                await lyceum.call('POST /admin/jobs/failed/{id}/retry', {
                  path: { id: job.id },
                  body: { reason },
                  idempotencyKey,
                })
              }}
            />
          </div>
          <Properties
            properties={[
              [t('jobs.job'), job.job],
              [t('jobs.failedAt'), <Moment key="at" at={job.failedAt} />],
              [t('jobs.id'), <CopyText key="id" text={job.id} />],
            ]}
          />
          {job.message && <CodeText label={t('jobs.message')} text={job.message} />}
        </>
      )}
    </Panel>
  )
}
