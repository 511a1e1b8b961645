import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { Pager } from '../frame/pager.tsx'
import { useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { SUBMISSIONS_PATH } from '../paths.ts'
import { SubmissionCard } from '../submissions/submission-card.tsx'
import { useText } from '../use-text.ts'

const LIMIT = 10

/** The projects of learners that wait for a decision of the author, the oldest first. */
export default function Submissions() {
  const { t } = useText()
  const { page = 1 } = useStudioSearch<{ page?: number }>()
  const navigate = useStudioNavigate()
  const query = { page, limit: LIMIT }
  const { data, error, refetch } = useApi('GET /admin/submissions', { query }, { keepPrevious: true })
  return (
    <>
      <h1 className="text-[27px] lg:text-[34px]">{t('nav.submissions')}</h1>
      <p className="mt-2 max-w-2xl text-ink-2">{t('review.text')}</p>
      <div className="mt-6">
        {error ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-4">
            <LoadingNote />
            <Skeleton className="h-72" />
            <Skeleton className="h-72" />
          </div>
        ) : data.data.length === 0 ? (
          <EmptyState mood="glad" title={t('review.none')}>
            {t('review.noneText')}
          </EmptyState>
        ) : (
          <>
            <ul className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
              {data.data.map((submission) => (
                <SubmissionCard key={submission.id} submission={submission} />
              ))}
            </ul>
            <Pager
              page={page}
              limit={LIMIT}
              total={data.meta.total}
              onPage={(next) =>
                void navigate({
                  to: SUBMISSIONS_PATH,
                  search: next > 1 ? { page: next } : {},
                  replace: true,
                })
              }
            />
          </>
        )}
      </div>
    </>
  )
}
