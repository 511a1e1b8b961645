import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { useText } from '../use-text.ts'
import { Bar } from './bar.tsx'
import { TableBehind } from './table-behind.tsx'
import { useNumbers } from './use-numbers.ts'

type Criterion = Api.CourseStats['criteria'][number]

/** How projects score in each criterion of the rubric. */
export function RubricFigures({ stats: { criteria } }: { stats: Api.CourseStats }) {
  const { t } = useText()
  const { number, share, decimal } = useNumbers()
  if (criteria.length === 0) return null
  const pointsOf = ({ averagePoints, maxPoints }: Criterion) =>
    averagePoints === null
      ? t('figures.pointsAtMost', { max: number(maxPoints) })
      : t('figures.averageOf', { points: decimal(averagePoints), max: number(maxPoints) })
  return (
    <Card as="section" aria-labelledby="rubric">
      <h2 id="rubric" className="text-[20px]">
        {t('figures.rubric')}
      </h2>
      <p className="mt-1 text-ink-2">{t('figures.rubricText')}</p>
      <ol className="mt-4 grid gap-4">
        {criteria.map((criterion) => (
          <li key={keyOf(criterion)}>
            <p className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
              <span dir="auto" className="min-w-0 font-bold leading-snug [overflow-wrap:anywhere]">
                {criterion.criterion}
              </span>
              <span className="text-sm text-ink-2">
                {t('figures.assessed', { count: criterion.assessed })}
              </span>
            </p>
            <Bar share={(criterion.averagePoints ?? 0) / criterion.maxPoints} tone="good" />
            <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm font-semibold tabular-nums">
              <span>{pointsOf(criterion)}</span>
              {criterion.fullPointsShare !== null && (
                <span>{t('figures.fullPoints', { share: share(criterion.fullPointsShare) })}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
      <TableBehind
        columns={[
          t('figures.criterion'),
          t('figures.assessedProjects'),
          t('figures.maxPoints'),
          t('figures.averagePoints'),
          t('figures.fullPointsShare'),
        ]}
        rows={criteria.map((criterion) => ({
          key: keyOf(criterion),
          cells: [
            criterion.criterion,
            number(criterion.assessed),
            number(criterion.maxPoints),
            decimal(criterion.averagePoints),
            share(criterion.fullPointsShare),
          ],
        }))}
      />
    </Card>
  )
}

/** A criterion with other points is another one. */
function keyOf({ criterion, maxPoints }: Criterion): string {
  return `${maxPoints} ${criterion}`
}
