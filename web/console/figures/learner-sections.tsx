import { useApi } from '../../ui/api/use-api.ts'
import type { Destination } from '../frame/console-link.tsx'
import { USERS_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import {
  activeSince,
  certificatesSince,
  dayAfter,
  endOf,
  reached,
  signedUp,
  transfersOf,
} from './figure-lists.ts'
import type { FigurePeriod } from './figure-search.ts'
import { FigureSection } from './figure-section.tsx'
import { KeyFigures, NumberLink } from './key-figures.tsx'
import { SeriesChart } from './series-chart.tsx'
import { TableBehind } from './table-behind.tsx'
import { useFigures } from './use-figures.ts'

interface Given {
  period: FigurePeriod
}

export function ActivitySection({ period }: Given) {
  const { t, number } = useScreenText()
  const query = useApi('GET /admin/figures/activity', { query: period }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.activity')}
      text={t('figures.activityText')}
      query={query}
      csv={{ path: '/admin/figures/activity', query: { ...period } }}
      list={{ to: { to: USERS_PATH }, text: t('nav.users') }}
    >
      {({ intervals, interval, to }) => {
        const last = intervals.at(-1)
        const valuesOf = (field: keyof Omit<(typeof intervals)[number], 'start'>) =>
          intervals.map((row) => row[field])
        return (
          <>
            {last && (
              <KeyFigures
                figures={[
                  { name: t('figures.daily'), value: number(last.dailyActive), opens: activeSince(to) },
                  {
                    name: t('figures.weekly'),
                    value: number(last.weeklyActive),
                    opens: activeSince(dayAfter(to, -6)),
                  },
                  {
                    name: t('figures.monthly'),
                    value: number(last.monthlyActive),
                    opens: activeSince(dayAfter(to, -29)),
                  },
                ]}
              />
            )}
            <SeriesChart
              interval={interval}
              starts={intervals.map(({ start }) => start)}
              series={[
                {
                  name: t('figures.daily'),
                  values: valuesOf('dailyActive'),
                  tone: 'primary',
                  opens: (from, end) => activeSince(from, dayAfter(end, -1)),
                },
                {
                  name: t('figures.weekly'),
                  values: valuesOf('weeklyActive'),
                  tone: 'good',
                  opens: (_, end) => activeSince(dayAfter(end, -7), dayAfter(end, -1)),
                },
                {
                  name: t('figures.monthly'),
                  values: valuesOf('monthlyActive'),
                  tone: null,
                  opens: (_, end) => activeSince(dayAfter(end, -30), dayAfter(end, -1)),
                },
                { name: t('figures.newLearners'), values: valuesOf('newLearners'), tone: null },
                { name: t('figures.returning'), values: valuesOf('returningLearners'), tone: null },
              ]}
            />
          </>
        )
      }}
    </FigureSection>
  )
}

/** Days would be too small groups, so the cohorts are weeks or months. */
export function RetentionSection({ period }: Given) {
  const { t } = useScreenText()
  const { number, share, day, month } = useFigures()
  const asked = { ...period, interval: period.interval === 'month' ? ('month' as const) : ('week' as const) }
  const query = useApi('GET /admin/figures/retention', { query: asked }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.retention')}
      text={t('figures.retentionText')}
      query={query}
      csv={{ path: '/admin/figures/retention', query: asked }}
      list={{ to: { to: USERS_PATH }, text: t('nav.users') }}
    >
      {({ intervals, interval }) => (
        <TableBehind
          isOpen
          label={t('figures.retention')}
          columns={[
            t('figures.signUpFrom'),
            t('figures.signedUp'),
            t('figures.day1'),
            t('figures.day7'),
            t('figures.day30'),
          ]}
          rows={intervals
            .map((row) => ({
              key: row.start,
              cells: [
                interval === 'month' ? month(row.start) : day(row.start),
                <NumberLink
                  key="users"
                  name={t('figures.signedUp')}
                  text={number(row.users)}
                  opens={signedUp(row.start, endOf(row.start, interval))}
                />,
                share(row.day1, row.users),
                share(row.day7, row.users),
                share(row.day30, row.users),
              ],
            }))
            .reverse()}
        />
      )}
    </FigureSection>
  )
}

const STEPS = ['visits', 'signedUp', 'firstLesson', 'firstCourse', 'firstCertificate'] as const

export function FunnelSection({ period }: Given) {
  const { t } = useScreenText()
  const { number, share } = useFigures()
  const query = useApi('GET /admin/figures/funnel', { query: period }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.funnel')}
      text={t('figures.funnelText')}
      query={query}
      csv={{ path: '/admin/figures/funnel', query: { ...period } }}
      list={{ to: certificatesSince(period.from), text: t('nav.certificates') }}
    >
      {({ intervals }) => {
        const sumOf = (step: (typeof STEPS)[number]) => intervals.reduce((sum, row) => sum + row[step], 0)
        const all = sumOf('signedUp')
        const most = Math.max(all, sumOf('visits'))
        // Visits have no list: the service stores their number and no visitor.
        const lists: Partial<Record<(typeof STEPS)[number], Destination>> = {
          signedUp: signedUp(period.from),
          firstLesson: reached('LESSON', period.from),
          firstCourse: reached('COURSE', period.from),
          firstCertificate: reached('CERTIFICATE', period.from),
        }
        return (
          <ol className="grid gap-3">
            {STEPS.map((step) => {
              const count = sumOf(step)
              const opens = lists[step]
              return (
                <li key={step}>
                  <p className="mb-1 flex items-baseline justify-between gap-4 text-[15px]">
                    <span className="font-bold">{t(`figures.${step}`)}</span>
                    <span className="font-semibold tabular-nums">
                      {opens ? (
                        <NumberLink opens={opens} name={t(`figures.${step}`)} text={number(count)} />
                      ) : (
                        number(count)
                      )}
                      {step !== 'visits' && ` · ${share(count, all)}`}
                    </span>
                  </p>
                  {step === 'visits' && <p className="mb-1 text-sm text-ink-2">{t('figures.visitsHint')}</p>}
                  <Bar share={most === 0 ? 0 : count / most} />
                </li>
              )
            })}
          </ol>
        )
      }}
    </FigureSection>
  )
}

/** A share as a bar. The number is beside it. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="12"
      className="block rounded-full bg-sunken rtl:-scale-x-100"
    >
      <rect width={`${100 * share}%`} height="12" rx="6" fill="var(--primary)" />
    </svg>
  )
}

export function LearningSection({ period }: Given) {
  const { t, number } = useScreenText()
  const query = useApi('GET /admin/figures/learning', { query: period }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.learning')}
      text={t('figures.learningText')}
      query={query}
      csv={{ path: '/admin/figures/learning', query: { ...period } }}
      list={{ to: activeSince(period.from), text: t('figures.activeLearners') }}
    >
      {({ intervals, interval }) => {
        const lessons = intervals.map((row) => row.lessons)
        const hours = intervals.map(({ minutes }) => Math.round(minutes / 60))
        const total = (values: number[]) => number(values.reduce((sum, value) => sum + value, 0))
        return (
          <>
            <KeyFigures
              figures={[
                {
                  name: t('figures.lessons'),
                  value: total(lessons),
                  opens: transfersOf('lesson completed', period.from),
                },
                {
                  name: t('figures.hours'),
                  value: number(Math.round(intervals.reduce((sum, row) => sum + row.minutes, 0) / 60)),
                  opens: activeSince(period.from),
                },
              ]}
            />
            <SeriesChart
              interval={interval}
              starts={intervals.map(({ start }) => start)}
              series={[
                {
                  name: t('figures.lessons'),
                  values: lessons,
                  tone: 'primary',
                  opens: (from, end) => transfersOf('lesson completed', from, end),
                },
                {
                  name: t('figures.hours'),
                  values: hours,
                  tone: null,
                  opens: (from, end) => activeSince(from, dayAfter(end, -1)),
                },
              ]}
            />
          </>
        )
      }}
    </FigureSection>
  )
}
