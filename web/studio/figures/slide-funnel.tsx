import type { Api } from '../../../packages/client/src/lyceum.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { Bar } from './bar.tsx'
import { findDrop } from './find-drop.ts'
import { TableBehind } from './table-behind.tsx'
import { useNumbers } from './use-numbers.ts'

type LessonStats = Api.CourseStats['lessons'][number]

/** How far learners came in a lesson. It is closed at first, because a course has many slides. */
export function SlideFunnel({ courseId, lesson }: { courseId: string; lesson: LessonStats }) {
  const { t } = useText()
  const { number, share, duration } = useNumbers()
  const { plays, slides, lessonId } = lesson
  if (slides.length === 0) return null
  const drop = findDrop(lesson)
  const nameOf = ({ type, title }: (typeof slides)[number]) => title || t(`slide.type.${type}`)
  return (
    <details className="mt-1 text-[15px]">
      <summary className="inline-flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 font-bold text-primary">
        {t('figures.slides')}
        <span className="font-normal text-ink-2 text-sm">{t('figures.plays', { count: plays })}</span>
      </summary>
      {plays === 0 ? (
        <p className="pb-2 text-ink-2">{t('figures.noPlays')}</p>
      ) : (
        <div className="rounded-control bg-sunken/50 p-4">
          <p className="text-ink-2 text-sm">{t('figures.slidesText')}</p>
          <ol className="mt-3 grid gap-3">
            {slides.map((slide) => (
              <li key={slide.order}>
                <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
                  <span dir="auto" className="min-w-0 break-words font-semibold">
                    {`${number(slide.order)}. ${nameOf(slide)}`}
                  </span>
                  <span className="text-ink-2 text-sm">{duration(slide.medianSeconds)}</span>
                </p>
                <div className="flex items-center gap-3">
                  <div className="min-w-0 flex-1">
                    <Bar share={slide.seen / plays} tone="primary" />
                  </div>
                  <span className="w-24 flex-none text-end font-semibold text-sm tabular-nums">
                    <span className="sr-only">{`${t('figures.seen')}: `}</span>
                    {slide.seenShare === null
                      ? number(slide.seen)
                      : `${number(slide.seen)} · ${share(slide.seenShare)}`}
                  </span>
                </div>
                {drop === slide.order && (
                  <p className="mt-1.5 rounded-control bg-gold-soft px-3 py-1.5 font-semibold text-gold-text text-sm">
                    {t('figures.mostStop')}
                  </p>
                )}
              </li>
            ))}
          </ol>
          <TableBehind
            columns={[t('figures.slide'), t('figures.seen'), t('figures.seenShare'), t('figures.time')]}
            rows={slides.map((slide) => ({
              key: `${slide.order}`,
              cells: [
                `${number(slide.order)}. ${nameOf(slide)}`,
                number(slide.seen),
                share(slide.seenShare),
                duration(slide.medianSeconds),
              ],
            }))}
          />
          <StudioLink
            to={lessonPath(courseId, lessonId)}
            className="inline-flex min-h-11 items-center font-bold text-primary underline"
          >
            {t('figures.openLesson')}
          </StudioLink>
        </div>
      )}
    </details>
  )
}
