import { Link } from '@tanstack/react-router'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'
import { RoadmapPaths } from './roadmap-paths.tsx'

const GOAL = { step: 'only-goal', next: '/roadmap' }

/** The way to the learner's goal and how far it is done. */
export function RoadmapScreen() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /learning-path/roadmap/me')
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const { roadmap } = data.data
  if (!roadmap)
    return (
      <EmptyState
        level="h1"
        title={t('roadmap.none')}
        action={
          <Link to="/welcome" search={GOAL} className={buttonClass({})}>
            {t('roadmap.setGoal')}
          </Link>
        }
      >
        {t('roadmap.noneText')}
      </EmptyState>
    )
  const { coursesCompleted: done, totalCourses: total } = roadmap
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackLink to="/learn" text={t('tab.learn')} />
      <h1 className="mt-1 text-[27px] lg:text-[34px]">{t('roadmap.title')}</h1>
      <Card className="mt-5 mb-6">
        <p className="mb-2.5 font-bold">{t('roadmap.progress', { count: total, done })}</p>
        <ProgressBar
          tone="gold"
          value={total === 0 ? 0 : (100 * done) / total}
          label={t('course.progress')}
        />
        {data.data.status === 'generating' && (
          <p role="status" className="mt-3 text-[15px] text-ink-2">
            {t('roadmap.generating')}
          </p>
        )}
      </Card>
      <RoadmapPaths roadmap={roadmap} />
      <Link
        to="/welcome"
        search={GOAL}
        className={`${buttonClass({ variant: 'secondary', isWide: true })} mt-6`}
      >
        {t('roadmap.changeGoal')}
      </Link>
    </div>
  )
}
