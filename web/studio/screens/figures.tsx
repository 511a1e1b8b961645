import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { DownloadButton } from '../figures/download-button.tsx'
import { EnrollmentChart } from '../figures/enrollment-chart.tsx'
import { type FigureSearch, firstDay, PERIODS, readFigureSearch } from '../figures/figure-search.ts'
import { Funnel } from '../figures/funnel.tsx'
import { hasFigures } from '../figures/has-figures.ts'
import { QuestionFigures } from '../figures/question-figures.tsx'
import { RubricFigures } from '../figures/rubric-figures.tsx'
import { Summary } from '../figures/summary.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import {
  StudioLink,
  type StudioSearch,
  useSegment,
  useStudioNavigate,
  useStudioSearch,
} from '../frame/studio-link.tsx'
import { coursePath, figuresPath } from '../paths.ts'
import { useText } from '../use-text.ts'

/** What learners do in a course. */
export default function Figures() {
  const { t } = useText()
  const id = useSegment('courseId')
  const search = useStudioSearch<FigureSearch>()
  const navigate = useStudioNavigate()
  const [today] = useState(() => new Date())
  const { days, page = 1 } = search
  const from = days ? firstDay(days, today) : undefined
  const course = useApi('GET /admin/courses/{id}', { path: { id } })
  const figures = useApi(
    'GET /admin/courses/{id}/figures',
    { path: { id }, query: from ? { from } : {} },
    { keepPrevious: true },
  )
  const change = (next: FigureSearch) =>
    void navigate({
      to: figuresPath(id),
      search: readFigureSearch({ ...next }) as StudioSearch,
      replace: true,
    })
  const error = course.error ?? figures.error
  const isShown = course.data && figures.data
  if (error && !isShown)
    return (
      <ErrorState
        fault={error}
        level="h1"
        onRetry={() => {
          void course.refetch()
          void figures.refetch()
        }}
      />
    )
  if (!isShown) return <ScreenLoading />
  const stats = figures.data.data
  return (
    <>
      <StudioLink
        to={coursePath(id)}
        className="-ms-2 inline-flex min-h-11 max-w-full items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="flex-none rtl:rotate-180" aria-hidden="true" />
        <span dir="auto" className="truncate">
          {course.data.data.title}
        </span>
      </StudioLink>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-[27px] lg:text-[32px]">{t('figures.title')}</h1>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={t('figures.period')}
            isLabelHidden
            value={days ?? ''}
            onChange={({ target }) => change(readFigureSearch({ page, days: target.value }))}
            options={[
              { id: '', text: t('figures.allTime') },
              ...PERIODS.map((period) => ({ id: `${period}`, text: t(`figures.period.${period}`) })),
            ]}
          />
          <DownloadButton
            path={`/admin/courses/${id}/figures`}
            query={{ from, format: 'csv' }}
            label={t('figures.csv')}
          />
        </div>
      </div>
      <p className="mt-3 max-w-3xl text-ink-2">{t('figures.privacy')}</p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {hasFigures(stats) ? (
          <>
            <Summary stats={stats} />
            <EnrollmentChart stats={stats} />
            <Funnel courseId={id} stats={stats} />
            <RubricFigures stats={stats} />
          </>
        ) : (
          <EmptyState mood="calm" title={t('figures.nobody')}>
            {t(days ? 'figures.nobodyText' : 'figures.nobodyEver')}
          </EmptyState>
        )}
        <QuestionFigures courseId={id} page={page} onPage={(next) => change({ ...search, page: next })} />
      </div>
    </>
  )
}
