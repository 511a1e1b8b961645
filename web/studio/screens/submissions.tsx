import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { Pager } from '../frame/pager.tsx'
import { StudioLink, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { SUBMISSIONS_PATH } from '../paths.ts'
import { SubmissionCard } from '../submissions/submission-card.tsx'
import type { SubmissionSearch } from '../submissions/submission-search.ts'
import { useText } from '../use-text.ts'

const LIMIT = 10

/** The projects of learners that wait for a decision of the author, the oldest first. */
export default function Submissions() {
  const { t } = useText()
  const { page = 1, course } = useStudioSearch<SubmissionSearch>()
  const navigate = useStudioNavigate()
  const query = { page, limit: LIMIT, ...(course ? { courseId: course } : {}) }
  const { data, error, refetch } = useApi('GET /admin/submissions', { query }, { keepPrevious: true })
  return (
    <>
      <h1 className="text-[27px] lg:text-[34px]">{t('nav.submissions')}</h1>
      <p className="mt-2 max-w-2xl text-ink-2">{t('review.text')}</p>
      {course && <FilterNote courseId={course} />}
      <div className="mt-6">
        {error && !data ? (
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
                  search: { ...(course ? { course } : {}), ...(next > 1 ? { page: next } : {}) },
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

/** Whose submissions are shown, and the way to all of them. */
function FilterNote({ courseId }: { courseId: string }) {
  const { t } = useText()
  const { data } = useApi('GET /admin/capstones/{id}', { path: { id: courseId } })
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 rounded-card bg-primary-soft px-5 py-2 font-semibold">
      <span className="min-w-0">{t('review.onlyOf', { project: data?.data.title ?? '…' })}</span>
      <StudioLink to={SUBMISSIONS_PATH} className="inline-flex min-h-11 items-center text-primary underline">
        {t('review.showAll')}
      </StudioLink>
    </p>
  )
}
