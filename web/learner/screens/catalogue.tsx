import { getRouteApi, Link } from '@tanstack/react-router'
import { MapIcon, Milestone, Search } from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { CourseCard } from '../catalogue/course-card.tsx'
import { useTypedSearch } from '../catalogue/use-typed-search.ts'
import { CATALOGUE_QUERY, CATEGORIES } from '../catalogue-search.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/learn')
const TOP_LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-bold text-primary hover:bg-primary-soft'

export default function Catalogue() {
  const { t } = useScreenText()
  const { q, category } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useTypedSearch(
    q,
    (q) => void navigate({ to: '/learn', search: (before) => ({ ...before, q }), replace: true }),
  )
  const query = { ...CATALOGUE_QUERY, ...(q ? { search: q } : {}), ...(category ? { category } : {}) }
  const { data, error, refetch } = useApi('GET /course', { query }, { keepPrevious: true })

  return (
    <div className="animate-rise">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h1 className="text-[27px] lg:text-[34px]">{t('catalogue.title')}</h1>
        <nav aria-label={t('paths.title')} className="-mx-2 flex flex-wrap">
          <Link to="/roadmap" className={TOP_LINK}>
            <MapIcon size={18} aria-hidden="true" />
            {t('roadmap.title')}
          </Link>
          <Link to="/paths" className={TOP_LINK}>
            <Milestone size={18} aria-hidden="true" />
            {t('paths.title')}
          </Link>
        </nav>
      </div>
      <TextField
        className="mt-4 max-w-xl"
        label={t('catalogue.search')}
        isLabelHidden
        placeholder={t('catalogue.search')}
        type="search"
        icon={<Search size={20} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <fieldset className="-mx-5 mt-4 flex min-w-0 gap-2 overflow-x-auto px-5 pb-2 lg:mx-0 lg:flex-wrap lg:px-0">
        <legend className="sr-only">{t('catalogue.categories')}</legend>
        {[undefined, ...CATEGORIES].map((choice) => (
          <button
            key={choice ?? 'all'}
            type="button"
            aria-pressed={category === choice}
            onClick={() =>
              void navigate({
                to: '/learn',
                search: (before) => ({ ...before, category: choice }),
                replace: true,
              })
            }
            className="min-h-11 flex-none rounded-full border-2 border-line bg-surface px-4.5 font-bold text-ink-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
          >
            {choice ? t(`category.${choice}`) : t('catalogue.all')}
          </button>
        ))}
      </fieldset>
      <div className="mt-5">
        {error && !data ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading />
        ) : data.data.length === 0 ? (
          <EmptyState
            mood="lost"
            title={t('catalogue.nothing')}
            action={
              <Button onClick={() => void navigate({ to: '/learn', search: {}, replace: true })}>
                {t('catalogue.clear')}
              </Button>
            }
          >
            {t('catalogue.nothingText')}
          </EmptyState>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {data.data.map((course) => (
              <CourseCard key={course.id} course={course} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <LoadingNote />
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <Skeleton key={card} className="h-72" />
      ))}
    </div>
  )
}
