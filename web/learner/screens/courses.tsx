import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { CATEGORY_CHIP } from '../catalogue/category-chip-class.ts'
import { CourseCard } from '../catalogue/course-card.tsx'
import { useChosenInView } from '../catalogue/use-chosen-in-view.ts'
import { useTypedSearch } from '../catalogue/use-typed-search.ts'
import { type CatalogueSearch, readCatalogueSearch } from '../catalogue-search.ts'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { coursesHead } from '../public/page-head.ts'
import { PublicFrame } from '../public/public-frame.tsx'
import { coursesRequest, pagesOf } from '../public/requests.ts'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/courses')

/** The catalogue for visitors. The form and the links work without script. */
export default function Courses() {
  const texts = useScreenText()
  const { t, locale } = texts
  const search = readCatalogueSearch({ ...route.useSearch() })
  const { q, category } = search
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useApi('GET /public/courses', coursesRequest(search), {
    keepPrevious: true,
  })
  const { page, pages } = pagesOf(data?.meta)
  const chips = useChosenInView<HTMLElement>(data && category)
  usePageTitle(coursesHead(texts, { page, pages }, search).title)
  return (
    <PublicFrame>
      <h1 ref={heading} tabIndex={-1} className="text-[32px] outline-none sm:text-[42px]">
        {t('catalogue.title')}
      </h1>
      <p className="mt-2 max-w-2xl text-[17px] text-ink-2">{t('courses.text')}</p>
      <SearchForm />
      <nav
        ref={chips}
        aria-label={t('catalogue.categories')}
        className="-mx-5 mt-4 flex gap-2 overflow-x-auto px-5 pb-2 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        {[undefined, ...(data?.meta.categories ?? [])].map((choice) => (
          <Link
            key={choice?.key ?? ''}
            to="/courses"
            search={{ ...(q ? { q } : {}), ...(choice ? { category: choice.key } : {}) }}
            activeOptions={{ exact: true }}
            // On further pages too, which the link does not lead to.
            aria-current={category === choice?.key ? 'page' : undefined}
            className={CATEGORY_CHIP}
          >
            {choice ? (choice.titles[locale] ?? choice.title) : t('catalogue.all')}
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
        {pages > 1 && page <= pages && (
          <PageLinks search={search} page={page} pages={pages} onChoose={() => heading.current?.focus()} />
        )}
      </div>
    </PublicFrame>
  )
}

interface PageLinksProps {
  search: CatalogueSearch
  page: number
  pages: number
  onChoose: () => void
}

/** Plain links, for visitors without script and for search engines. */
function PageLinks({ search: { q, category }, page, pages, onChoose }: PageLinksProps) {
  const { t } = useScreenText()
  const filter = { ...(q ? { q } : {}), ...(category ? { category } : {}) }
  const link = (to: number, rel: 'prev' | 'next', text: string) => (
    <Link
      to="/courses"
      search={{ ...filter, ...(to > 1 ? { page: to } : {}) }}
      rel={rel}
      activeOptions={{ exact: true }}
      onClick={onChoose}
      className={buttonClass({ variant: 'ghost' })}
    >
      {text}
    </Link>
  )
  return (
    <nav aria-label={t('courses.pages')} className="mt-8 flex flex-wrap items-center justify-center gap-3">
      {page > 1 && link(page - 1, 'prev', t('courses.previous'))}
      <span className="px-2 text-ink-2">{t('courses.page', { page, pages })}</span>
      {page < pages && link(page + 1, 'next', t('courses.next'))}
    </nav>
  )
}

/** Searches while the visitor types; without script, when the form is sent. */
function SearchForm() {
  const { t } = useScreenText()
  const { q, category } = readCatalogueSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  const [typed, setTyped] = useTypedSearch(
    q,
    (q) => void navigate({ to: '/courses', search: { category, q }, replace: true }),
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
