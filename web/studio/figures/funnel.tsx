import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { useText } from '../use-text.ts'
import { Bar } from './bar.tsx'
import { Key } from './enrollment-chart.tsx'
import { SlideFunnel } from './slide-funnel.tsx'
import { TableBehind } from './table-behind.tsx'
import { useNumbers } from './use-numbers.ts'

/** How many of the enrolled learners came to each lesson. */
export function Funnel({
  courseId,
  stats: { lessons, learners },
}: {
  courseId: string
  stats: Api.CourseStats
}) {
  const { t } = useText()
  const { number, share, duration } = useNumbers()
  return (
    <Card as="section" aria-labelledby="funnel">
      <h2 id="funnel" className="text-[20px]">
        {t('figures.lessons')}
      </h2>
      <p className="mt-1 text-ink-2">{t('figures.lessonsText')}</p>
      <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm font-semibold">
        <Key color="bg-primary" text={t('figures.started')} />
        <Key color="bg-good" text={t('figures.completed')} />
      </p>
      <ol className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        {lessons.map((lesson, index) => (
          <li key={lesson.lessonId}>
            <p className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
              <span dir="auto" className="font-bold leading-snug">
                {`${number(index + 1)}. ${lesson.title}`}
              </span>
              {lesson.medianSeconds !== null && (
                <span className="text-sm text-ink-2">
                  {t('figures.lessonTime', { time: duration(lesson.medianSeconds) })}
                </span>
              )}
            </p>
            {(['started', 'completed'] as const).map((name) => (
              <div key={name} className="mb-1 flex items-center gap-3">
                <div className="min-w-0 flex-1">
                  <Bar
                    share={learners.enrolled === 0 ? 0 : lesson[name] / learners.enrolled}
                    tone={name === 'started' ? 'primary' : 'good'}
                  />
                </div>
                <span className="w-24 flex-none text-end text-sm font-semibold tabular-nums">
                  <span className="sr-only">{`${t(`figures.${name}`)}: `}</span>
                  {lesson[`${name}Share`] === null
                    ? number(lesson[name])
                    : `${number(lesson[name])} · ${share(lesson[`${name}Share`])}`}
                </span>
              </div>
            ))}
            <SlideFunnel courseId={courseId} lesson={lesson} />
          </li>
        ))}
      </ol>
      <TableBehind
        columns={[
          t('figures.lesson'),
          t('figures.started'),
          t('figures.startedShare'),
          t('figures.completed'),
          t('figures.completedShare'),
          t('figures.time'),
        ]}
        rows={lessons.map((lesson) => ({
          key: lesson.lessonId,
          cells: [
            lesson.title,
            number(lesson.started),
            share(lesson.startedShare),
            number(lesson.completed),
            share(lesson.completedShare),
            duration(lesson.medianSeconds),
          ],
        }))}
      />
    </Card>
  )
}
