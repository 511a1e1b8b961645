import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useText } from '../use-text.ts'
import { LESSON_FIELDS } from './compare-lessons.ts'
import { earlierSlideOf } from './draft.ts'
import { SlideText } from './slide-text.tsx'

interface Given {
  lessonId: string
  /** Undefined if there is no earlier revision. */
  from: number | undefined
  to: number
}

/** What a revision changed of the one before it. */
export function HistoryDifference({ lessonId, from, to }: Given) {
  const { t } = useText()
  const path = { id: lessonId, version: String(from) }
  const isFirst = from === undefined
  const given = { path, query: { to } }
  const { data, error, refetch } = useApi('GET /admin/lessons/{id}/history/{version}/diff', given, {
    enabled: !isFirst,
  })
  if (isFirst) return <p className="text-ink-2">{t('history.first')}</p>
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <LoadingNote />
        <Skeleton className="h-14" />
      </>
    )
  const { fields, slides } = data.data
  if (fields.length === 0 && slides.length === 0) return <p className="text-ink-2">{t('history.same')}</p>
  return <LessonDifference fields={fields} slides={slides} />
}

interface DifferenceGiven extends Pick<Api.ContentDifference, 'fields' | 'slides'> {
  /** There is nothing before it. */
  isNew?: boolean
}

/** The fields and slides of a lesson that differ between two versions. */
export function LessonDifference({ fields, slides, isNew = false }: DifferenceGiven) {
  return (
    <>
      {LESSON_FIELDS.flatMap((name) => fields.filter(({ field }) => field === name)).map((change) => (
        <FieldChange key={change.field} change={change} isNew={isNew} />
      ))}
      {slides.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the differences never change their order.
        <SlideChange key={index} change={change} />
      ))}
    </>
  )
}

function FieldChange({
  change: { field, before, after },
  isNew,
}: {
  change: Api.ContentDifference['fields'][number]
  isNew: boolean
}) {
  const { t } = useText()
  const textOf = (value: unknown) =>
    value === null || value === undefined ? t('lesson.requirement.course') : String(value)
  return (
    <Change
      title={t(`lesson.${field as (typeof LESSON_FIELDS)[number]}`)}
      before={!isNew && <p dir="auto">{textOf(before)}</p>}
      after={<p dir="auto">{textOf(after)}</p>}
    />
  )
}

function SlideChange({ change }: { change: Api.ContentDifference['slides'][number] }) {
  const { t } = useText()
  const { before, after } = change
  const numbers = { from: change.from ?? 0, to: change.to ?? 0 }
  const isMoved = change.change === 'MOVED'
  return (
    <Change
      title={t(`history.slide.${change.change}`, numbers)}
      before={before && !isMoved && <SlideText slide={earlierSlideOf(before)} />}
      after={after && <SlideText slide={earlierSlideOf(after)} />}
    />
  )
}

export function Change({ title, before, after }: { title: string; before: ReactNode; after: ReactNode }) {
  const { t } = useText()
  return (
    <section className="min-w-0 [overflow-wrap:anywhere]">
      <h3 className="mb-1.5 text-[15px]">{title}</h3>
      {before && (
        <div className="rounded-xl bg-bad-soft p-3 text-ink-2">
          <p className="text-sm font-bold text-bad">{t('history.before')}</p>
          {before}
        </div>
      )}
      {after && (
        <div className="mt-1.5 rounded-xl bg-good-soft p-3">
          <p className="text-sm font-bold text-good">{t('history.after')}</p>
          {after}
        </div>
      )}
    </section>
  )
}
