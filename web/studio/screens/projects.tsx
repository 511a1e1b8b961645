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
import { PROJECTS_PATH } from '../paths.ts'
import { NewProjectDialog } from '../project/new-project-dialog.tsx'
import { ProjectRow } from '../project/project-row.tsx'
import { useText } from '../use-text.ts'

const LIMIT = 20

/** The capstone projects of the author, or all that the author may see. */
export default function Projects() {
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
  const { data, error, refetch } = useApi('GET /admin/capstones', { query }, { keepPrevious: true })
  const change = useCallback(
    (next: CourseSearch) =>
      void navigate({
        to: PROJECTS_PATH,
        search: readCourseSearch({ ...next }) as StudioSearch,
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('nav.projects')}</h1>
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('projects.new')}
        </Button>
      </div>
      <CourseFilters
        search={search}
        onChange={change}
        statuses={['DRAFT', 'PUBLISHED']}
        texts={{
          search: t('projects.search'),
          whose: t('projects.whose'),
          mine: t('projects.mine'),
          all: t('projects.all'),
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
              {data.data.map((project) => (
                <ProjectRow key={project.id} project={project} />
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
      <NewProjectDialog isOpen={isCreating} onClose={() => setCreating(false)} />
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
        title={t('projects.nothing')}
        action={<Button onClick={() => onChange({})}>{t('courses.clear')}</Button>}
      >
        {t('courses.nothingText')}
      </EmptyState>
    )
  return (
    <EmptyState
      mood="glad"
      title={t('projects.none')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Button onClick={onCreate}>{t('projects.new')}</Button>
          <Button variant="secondary" onClick={() => onChange({ of: 'all' })}>
            {t('projects.showAll')}
          </Button>
        </span>
      }
    >
      {t('projects.noneText')}
    </EmptyState>
  )
}
