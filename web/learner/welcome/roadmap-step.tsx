import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { RoadmapPaths } from '../roadmap/roadmap-paths.tsx'
import { RoadmapSummary } from '../roadmap/roadmap-summary.tsx'
import { useRoadmap } from '../roadmap/use-roadmap.ts'
import { useScreenText } from '../use-text.ts'
import { StepActions } from './step-actions.tsx'

interface Given {
  onDone: () => void
  onBack: () => void
}

/** The courses to the goal in their order, with the reasons why they were chosen. */
export function RoadmapStep({ onDone, onBack }: Given) {
  const { t } = useScreenText()
  const { data, error, refetch } = useRoadmap()
  const roadmap = data?.data.roadmap
  return (
    <>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className="grid gap-3">
          <LoadingNote />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </div>
      ) : roadmap ? (
        <>
          <RoadmapSummary roadmap={roadmap} />
          <RoadmapPaths roadmap={roadmap} hasLinks={false} />
        </>
      ) : (
        <p>{t('roadmap.noneText')}</p>
      )}
      <StepActions text={t('action.continue')} onGoOn={onDone}>
        <Button variant="ghost" isWide onClick={onBack}>
          {t('roadmap.changeGoal')}
        </Button>
      </StepActions>
    </>
  )
}
