import { Link } from '@tanstack/react-router'
import { Clock, Flag } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'
import { formatHours } from './format-hours.ts'
import { GOAL_SEARCH, NextStep } from './next-step.tsx'
import { RoadmapPaths } from './roadmap-paths.tsx'
import { useRoadmap } from './use-roadmap.ts'

/** The way to the learner's goal: the next step, how far it is done, and every course on it with its reason. */
export function RoadmapScreen() {
  const { t } = useScreenText()
  const { data, error, refetch } = useRoadmap()
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const { roadmap, status } = data.data
  if (!roadmap)
    return (
      <EmptyState
        level="h1"
        title={t('roadmap.none')}
        action={
          <Link to="/welcome" search={GOAL_SEARCH} className={buttonClass({})}>
            {t('roadmap.setGoal')}
          </Link>
        }
      >
        {t('roadmap.noneText')}
      </EmptyState>
    )
  return (
    <article className="animate-rise">
      <BackLink to="/learn" text={t('tab.learn')} />
      <div className="mt-1 grid items-start gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <Head roadmap={roadmap} />
        <aside className="top-9 grid gap-4 lg:sticky lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <NextStep roadmap={roadmap} />
          <Progress roadmap={roadmap} isGenerating={status === 'generating'} />
        </aside>
        <RoadmapPaths roadmap={roadmap} hasLinks />
      </div>
    </article>
  )
}

function Head({ roadmap }: { roadmap: Api.Roadmap }) {
  const { t } = useScreenText()
  return (
    <header>
      <h1 className="text-[27px] lg:text-[34px]">{t('roadmap.title')}</h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-4">
        <p className="flex min-w-0 items-start gap-2 py-2.5 text-[17px]">
          <Flag size={20} className="mt-0.5 flex-none text-gold-text" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {t('roadmap.goal')} <bdi className="font-bold">{roadmap.careerGoal}</bdi>
          </span>
        </p>
        <Link
          to="/welcome"
          search={GOAL_SEARCH}
          className={`${buttonClass({ variant: 'ghost', size: 'small' })} -mx-2 !px-2`}
        >
          {t('roadmap.changeGoal')}
        </Link>
      </div>
      {!roadmap.isMatched && (
        <p className="mt-2 rounded-card bg-gold-soft p-4 font-semibold text-gold-text">
          {t('roadmap.unmatched')}
        </p>
      )}
    </header>
  )
}

function Progress({ roadmap, isGenerating }: { roadmap: Api.Roadmap; isGenerating: boolean }) {
  const { t, locale } = useScreenText()
  const { coursesCompleted: done, remainingHours } = roadmap
  // Courses that the learner need not take are not counted.
  const total = done + roadmap.courses.length
  if (total === 0) return null
  return (
    <Card>
      <p className="mb-2.5 font-bold">{t('roadmap.progress', { count: total, done })}</p>
      <ProgressBar tone="gold" value={(100 * done) / total} label={t('course.progress')} />
      {remainingHours > 0 && (
        <p className="mt-3 flex items-center gap-1.5 text-[15px] font-semibold text-ink-2">
          <Clock size={16} aria-hidden="true" />
          {t(roadmap.isMatched ? 'roadmap.leftInAll' : 'roadmap.left', {
            time: formatHours(locale, remainingHours),
          })}
        </p>
      )}
      {roadmap.rankedBy !== 'matcher' && (
        <p className="mt-2 text-[15px] text-ink-2">{t('roadmap.byModel')}</p>
      )}
      {isGenerating && (
        <p role="status" className="mt-2 text-[15px] text-ink-2">
          {t('roadmap.generating')}
        </p>
      )}
    </Card>
  )
}
