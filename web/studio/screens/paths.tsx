import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { CourseFilters } from '../courses/course-filters.tsx'
import { type CourseSearch, readCourseSearch } from '../courses/course-search.ts'
import { Pager } from '../frame/pager.tsx'
import { type StudioSearch, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { NewPathDialog } from '../path/new-path-dialog.tsx'
import { PathRow } from '../path/path-row.tsx'
import { PATHS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

const LIMIT = 20

/** The learning paths of the author, or all that the author may see. */
export default function Paths() {
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
  const { data, error, refetch } = useApi('GET /admin/learning-paths', { query }, { keepPrevious: true })
  const change = useCallback(
    (next: CourseSearch) =>
      void navigate({
        to: PATHS_PATH,
        search: readCourseSearch({ ...next }) as StudioSearch,
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('nav.paths')}</h1>
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('paths.new')}
        </Button>
      </div>
      <CourseFilters
        search={search}
        onChange={change}
        texts={{
          search: t('paths.search'),
          whose: t('paths.whose'),
          mine: t('paths.mine'),
          all: t('paths.all'),
        }}
      />
      <div className="mt-5">
        {error ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-3">
            <LoadingNote />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        ) : data.data.length === 0 ? (
          <Nothing
            isFiltered={Boolean(q || status || of || page > 1)}
            onChange={change}
            onCreate={() => setCreating(true)}
          />
        ) : (
          <>
            <ul className="grid gap-3">
              {data.data.map((path) => (
                <PathRow key={path.id} path={path} />
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
      <NewPathDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

interface NothingGiven {
  isFiltered: boolean
  onChange: (search: CourseSearch) => void
  onCreate: () => void
}

function Nothing({ isFiltered, onChange, onCreate }: NothingGiven) {
  const { t } = useText()
  if (isFiltered)
    return (
      <EmptyState
        mood="lost"
        title={t('paths.nothing')}
        action={<Button onClick={() => onChange({})}>{t('courses.clear')}</Button>}
      >
        {t('courses.nothingText')}
      </EmptyState>
    )
  return (
    <EmptyState
      mood="glad"
      title={t('paths.none')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Button onClick={onCreate}>{t('paths.new')}</Button>
          <Button variant="secondary" onClick={() => onChange({ of: 'all' })}>
            {t('paths.showAll')}
          </Button>
        </span>
      }
    >
      {t('paths.noneText')}
    </EmptyState>
  )
}
