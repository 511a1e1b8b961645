import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useScreenText } from '../use-text.ts'

/** The result by the rubric: points, evidence from the work, and what to do next. */
export function AssessmentView({ assessment }: { assessment: Api.Assessment }) {
  const { t, percent } = useScreenText()
  return (
    <Card as="section" aria-labelledby="assessment-title" className="mt-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="assessment-title" className="text-[20px]">
          {t('project.assessment')}
        </h2>
        <span className={`font-extrabold ${assessment.passed ? 'text-good' : 'text-gold-text'}`}>
          {percent(assessment.percentage)}
        </span>
      </div>
      <p className="mt-2">
        <bdi>{assessment.summary}</bdi>
      </p>
      <ul className="mt-5 grid gap-5">
        {assessment.criteria.map((row) => (
          <li key={row.criterion}>
            <p className="mb-1.5 flex items-baseline justify-between gap-3">
              <span className="font-bold">
                <bdi>{row.criterion}</bdi>
              </span>
              <span className="flex-none text-sm font-semibold text-ink-2">
                {t('project.pointsOf', { points: row.points, total: row.maxPoints })}
              </span>
            </p>
            <ProgressBar
              size="thin"
              tone={row.points === row.maxPoints ? 'good' : 'gold'}
              value={row.maxPoints === 0 ? 0 : (100 * row.points) / row.maxPoints}
              label={row.criterion}
            />
            {row.evidence && (
              <blockquote className="mt-2 border-line border-s-4 ps-3 text-[15px] text-ink-2 [overflow-wrap:anywhere]">
                <span className="sr-only">{t('project.evidence')} </span>
                <bdi>{row.evidence}</bdi>
              </blockquote>
            )}
            {row.feedback && (
              <p className="mt-1.5 text-[15px]">
                <bdi>{row.feedback}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
      <Points title={t('project.strengths')} points={assessment.strengths} />
      <Points title={t('project.weaknesses')} points={assessment.weaknesses} />
      <Points title={t('project.recommendations')} points={assessment.recommendations} />
    </Card>
  )
}

function Points({ title, points }: { title: string; points: string[] }) {
  if (points.length === 0) return null
  return (
    <>
      <h3 className="mt-5 text-[16px]">{title}</h3>
      <ul className="mt-1.5 list-disc ps-5 text-[15px]">
        {points.map((point) => (
          <li key={point}>
            <bdi>{point}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
