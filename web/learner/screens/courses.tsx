import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { CourseCard } from '../catalogue/course-card.tsx'
import { useTypedSearch } from '../catalogue/use-typed-search.ts'
import { CATEGORIES } from '../catalogue-search.ts'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { coursesHead } from '../public/page-head.ts'
import { PublicFrame } from '../public/public-frame.tsx'
import { coursesRequest } from '../public/requests.ts'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/courses')

/** The catalogue for visitors. The form and the links work without script. */
export default function Courses() {
  const texts = useScreenText()
  const { t } = texts
  const search = route.useSearch()
  const { data, error, refetch } = useApi('GET /public/courses', coursesRequest(search), {
    keepPrevious: true,
  })
  usePageTitle(coursesHead(texts).title)
  return (
    <PublicFrame>
      <h1 className="text-[32px] sm:text-[42px]">{t('catalogue.title')}</h1>
      <p className="mt-2 max-w-2xl text-[17px] text-ink-2">{t('courses.text')}</p>
      <SearchForm />
      <nav
        aria-label={t('catalogue.categories')}
        className="-mx-5 mt-4 flex gap-2 overflow-x-auto px-5 pb-2 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        {[undefined, ...CATEGORIES].map((category) => (
          <Link
            key={category ?? 'all'}
            to="/courses"
            search={{ ...(search.q ? { q: search.q } : {}), ...(category ? { category } : {}) }}
            activeOptions={{ exact: true }}
            className="inline-flex min-h-11 flex-none items-center rounded-full border-2 border-line bg-surface px-4.5 font-bold text-ink-2 aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
          >
            {category ? t(`category.${category}`) : t('catalogue.all')}
          </Link>
        ))}
      </nav>
      <div className="mt-5">
        {error && !data ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <ScreenLoading />
        ) : data.data.length === 0 ? (
          <EmptyState
            mood="lost"
            isStill
            title={t('catalogue.nothing')}
            action={
              <Link to="/courses" className={buttonClass({})}>
                {t('catalogue.clear')}
              </Link>
            }
          >
            {t('catalogue.nothingText')}
          </EmptyState>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {data.data.map((course) => (
              <CourseCard key={course.id} course={course} to="/courses/$courseId" />
            ))}
          </ul>
        )}
      </div>
    </PublicFrame>
  )
}

/** Searches while the visitor types; without script, when the form is sent. */
function SearchForm() {
  const { t } = useScreenText()
  const { q, category } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useTypedSearch(
    q,
    (q) => void navigate({ to: '/courses', search: (before) => ({ ...before, q }), replace: true }),
  )
  return (
    <search>
      <form action="/courses" onSubmit={(event) => event.preventDefault()} className="mt-6 max-w-xl">
        <TextField
          label={t('catalogue.search')}
          isLabelHidden
          placeholder={t('catalogue.search')}
          type="search"
          name="q"
          icon={<Search size={20} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {category && <input type="hidden" name="category" value={category} />}
      </form>
    </search>
  )
}
