import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { CourseFilters } from '../courses/course-filters.tsx'
import { CourseRow } from '../courses/course-row.tsx'
import { type CourseSearch, readCourseSearch } from '../courses/course-search.ts'
import { NewCourseDialog } from '../courses/new-course-dialog.tsx'
import { Pager } from '../frame/pager.tsx'
import { type StudioSearch, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { HOME_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

const LIMIT = 20

/** The courses of the author, or all that the author may see. */
export default function Courses() {
  const { t } = useText()
  const search = useStudioSearch<CourseSearch>()
  const navigate = useStudioNavigate()
  const [isCreating, setCreating] = useState(false)
  const { q, status, of, page = 1 } = search
  const query = {
    page,
    limit: LIMIT,
    ...(q ? { search: q } : {}),
    ...(status ? { status } : {}),
    ...(of === 'all' ? {} : { mine: 'true' as const }),
  }
  const { data, error, refetch } = useApi('GET /admin/courses', { query }, { keepPrevious: true })
  const change = useCallback(
    (next: CourseSearch) =>
      void navigate({
        to: HOME_PATH,
        search: readCourseSearch({ ...next }) as StudioSearch,
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('nav.courses')}</h1>
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('newCourse.title')}
        </Button>
      </div>
      <CourseFilters
        search={search}
        onChange={change}
        texts={{
          search: t('courses.search'),
          whose: t('courses.whose'),
          mine: t('courses.mine'),
          all: t('courses.all'),
        }}
      />
      <div className="mt-5">
        {error ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading />
        ) : data.data.length === 0 ? (
          <Nothing search={search} onChange={change} onCreate={() => setCreating(true)} />
        ) : (
          <>
            <ul className="grid gap-3">
              {data.data.map((course) => (
                <CourseRow key={course.id} course={course} />
              ))}
            </ul>
            <Pager
              page={page}
              limit={LIMIT}
              total={data.meta.total}
              onPage={(next) => change({ ...search, page: next })}
            />
          </>
        )}
      </div>
      <NewCourseDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

interface NothingGiven {
  search: CourseSearch
  onChange: (search: CourseSearch) => void
  onCreate: () => void
}

function Nothing({ search: { q, status, of, page }, onChange, onCreate }: NothingGiven) {
  const { t } = useText()
  if (q || status || of || page)
    return (
      <EmptyState
        mood="lost"
        title={t('courses.nothing')}
        action={<Button onClick={() => onChange({})}>{t('courses.clear')}</Button>}
      >
        {t('courses.nothingText')}
      </EmptyState>
    )
  return (
    <EmptyState
      mood="glad"
      title={t('courses.none')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Button onClick={onCreate}>{t('newCourse.title')}</Button>
          <Button variant="secondary" onClick={() => onChange({ of: 'all' })}>
            {t('courses.showAll')}
          </Button>
        </span>
      }
    >
      {t('courses.noneText')}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className="grid gap-3">
      <LoadingNote />
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-26" />
      ))}
    </div>
  )
}
