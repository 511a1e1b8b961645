import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { Pager } from '../frame/pager.tsx'
import { useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { REVIEWS_PATH } from '../paths.ts'
import { ReviewCard } from '../reviews/review-card.tsx'
import { REVIEW_STATUSES, type ReviewSearch, type ReviewStatus } from '../reviews/review-search.ts'
import { useText } from '../use-text.ts'

const LIMIT = 20

/** The courses that wait for a review, the longest wait first. Only an ADMIN decides. */
export default function Reviews() {
  const { t } = useText()
  const isAdmin = useUser().role === 'ADMIN'
  return (
    <>
      <h1 className="text-[27px] lg:text-[34px]">{t('nav.reviews')}</h1>
      <p className="mt-2 max-w-2xl text-ink-2">{isAdmin ? t('reviews.text') : t('reviews.onlyAdmins')}</p>
      {isAdmin && <Queue />}
    </>
  )
}

function Queue() {
  const { t } = useText()
  const { status = 'OPEN', page = 1 } = useStudioSearch<ReviewSearch>()
  const navigate = useStudioNavigate()
  const show = (to: { status: ReviewStatus; page: number }) =>
    void navigate({
      to: REVIEWS_PATH,
      search: {
        ...(to.status === 'OPEN' ? {} : { status: to.status }),
        ...(to.page > 1 ? { page: to.page } : {}),
      },
      replace: true,
    })
  return (
    <>
      <SelectField
        label={t('courses.status')}
        isLabelHidden
        className="mt-5 max-w-xs"
        value={status}
        onChange={({ target }) => show({ status: target.value as ReviewStatus, page: 1 })}
        options={REVIEW_STATUSES.map((id) => ({ id, text: t(`reviews.status.${id}`) }))}
      />
      <List status={status} page={page} onPage={(next) => show({ status, page: next })} />
    </>
  )
}

interface ListGiven {
  status: ReviewStatus
  page: number
  onPage: (page: number) => void
}

function List({ status, page, onPage }: ListGiven) {
  const { t } = useText()
  const query = { status, page, limit: LIMIT }
  const { data, error, refetch } = useApi('GET /admin/review-requests', { query })
  if (error && !data)
    return (
      <div className="mt-6">
        <ErrorState fault={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className="mt-6 grid gap-4">
        <LoadingNote />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
    )
  if (data.data.length === 0)
    return (
      <div className="mt-6">
        <EmptyState mood="glad" title={t('reviews.none')}>
          {status === 'OPEN' ? t('reviews.noneText') : undefined}
        </EmptyState>
      </div>
    )
  return (
    <>
      <ul className="mt-6 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
        {data.data.map((request) => (
          <ReviewCard key={request.id} request={request} />
        ))}
      </ul>
      <Pager page={page} limit={LIMIT} total={data.meta.total} onPage={onPage} />
    </>
  )
}
