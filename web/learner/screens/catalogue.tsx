import { getRouteApi, Link } from '@tanstack/react-router'
import { MapIcon, Milestone, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { faultText } from '../../ui/api/describe-fault.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { CATEGORY_CHIP } from '../catalogue/category-chip-class.ts'
import { CourseCard } from '../catalogue/course-card.tsx'
import { useChosenInView } from '../catalogue/use-chosen-in-view.ts'
import { useCoursePages } from '../catalogue/use-course-pages.ts'
import { useTypedSearch } from '../catalogue/use-typed-search.ts'
import { CATALOGUE_QUERY, readCatalogueSearch } from '../catalogue-search.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/learn')
const TOP_LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-bold text-primary hover:bg-primary-soft'

export default function Catalogue() {
  const { t, locale } = useScreenText()
  const search = readCatalogueSearch({ ...route.useSearch() })
  const { q, category } = search
  const navigate = route.useNavigate()
  const [typed, setTyped] = useTypedSearch(
    q,
    (q) => void navigate({ to: '/learn', search: { category, q }, replace: true }),
  )
  const pages = useCoursePages(search)
  const { data, error, refetch } = pages.first
  // A copy on the device may be older than the categories.
  const categories = data?.meta.categories ?? []
  const chips = useChosenInView<HTMLFieldSetElement>(data && category)

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
      <fieldset
        ref={chips}
        className="-mx-5 mt-4 flex min-w-0 gap-2 overflow-x-auto px-5 pb-2 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        <legend className="sr-only">{t('catalogue.categories')}</legend>
        {[undefined, ...categories].map((choice) => (
          <button
            key={choice?.key ?? ''}
            type="button"
            aria-pressed={category === choice?.key}
            onClick={() =>
              void navigate({ to: '/learn', search: { q, category: choice?.key }, replace: true })
            }
            className={CATEGORY_CHIP}
          >
            {choice ? (choice.titles[locale] ?? choice.title) : t('catalogue.all')}
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
          <CourseList
            pages={pages}
            total={data.meta.total}
            onMore={() =>
              void navigate({
                to: '/learn',
                search: { ...search, page: pages.loadedPages + 1 },
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
      </div>
    </div>
  )
}

interface ListProps {
  pages: ReturnType<typeof useCoursePages>
  total: number
  onMore: () => void
}

function CourseList({ pages, total, onMore }: ListProps) {
  const { t } = useScreenText()
  const { courses, hasMore, isLoadingMore, moreError, retryMore } = pages
  const list = useRef<HTMLUListElement>(null)
  /** How many courses there were when the button was pressed. */
  const before = useRef<number>(undefined)
  // The button may be gone now: the first new course takes the focus.
  useEffect(() => {
    if (before.current === undefined || courses.length <= before.current) return
    list.current?.children[before.current]?.querySelector('a')?.focus()
    before.current = undefined
  }, [courses.length])
  return (
    <>
      <ul ref={list} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {courses.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
      <div className="mx-auto mt-6 grid max-w-md gap-3 empty:hidden">
        {total > CATALOGUE_QUERY.limit && (
          <p role="status" className="text-center text-[15px] text-ink-2">
            {t('catalogue.shown', { shown: courses.length, total })}
          </p>
        )}
        {hasMore && (
          <>
            <FormError text={moreError ? faultText(moreError, t) : undefined} />
            <Button
              variant="ghost"
              isWide
              isPending={isLoadingMore}
              onClick={() => {
                before.current = courses.length
                if (moreError) retryMore()
                else onMore()
              }}
            >
              {t('action.more')}
            </Button>
          </>
        )}
      </div>
    </>
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
