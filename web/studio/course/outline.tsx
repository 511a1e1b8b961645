import { useEffect, useRef, useState } from 'react'
import { DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useText } from '../use-text.ts'
import { AddLesson } from './add-lesson.tsx'
import { useLessons } from './course-query.ts'
import { LessonRow, ReadOnlyRow } from './lesson-row.tsx'
import { moveIds } from './move-lesson.ts'
import { useLessonOrder } from './use-lesson-order.ts'

/** The lessons of a course in their order. */
export function Outline({ course }: { course: Api.EditedCourse }) {
  const { t } = useText()
  const { data: lessons, error, refetch } = useLessons(course.id)
  return (
    <Card as="section" aria-labelledby="outline" className="max-sm:p-3">
      <h2 id="outline" className="text-[21px] max-sm:mx-2 max-sm:mt-2">
        {t('outline.title')}
      </h2>
      {error ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !lessons ? (
        <Loading />
      ) : (
        <>
          {lessons.length === 0 && (
            <p className="mt-3 rounded-2xl border-2 border-line border-dashed p-5 text-center text-ink-2">
              {course.canEdit ? t('outline.emptyText') : t('outline.none')}
            </p>
          )}
          {lessons.length > 0 &&
            (course.canEdit ? (
              <SortableLessons course={course} lessons={lessons} />
            ) : (
              <ol className="mt-3 grid gap-2">
                {lessons.map((lesson, index) => (
                  <ReadOnlyRow key={lesson.id} lesson={lesson} number={index + 1} />
                ))}
              </ol>
            ))}
          {course.canEdit && <AddLesson courseId={course.id} />}
        </>
      )}
    </Card>
  )
}

interface SortableGiven {
  course: Api.EditedCourse
  lessons: Api.EditedLesson[]
}

/** Lessons move by drag, by keyboard, and by the buttons of each row. */
function SortableLessons({ course, lessons }: SortableGiven) {
  const { t } = useText()
  const order = useLessonOrder(course.id)
  const list = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: 1 | -1 }>()
  const [news, setNews] = useState('')
  const ids = lessons.map(({ id }) => id)
  const titleOf = (id: unknown) => lessons.find((lesson) => lesson.id === id)?.title ?? ''

  // A row that moves in the page loses the focus.
  useEffect(() => {
    if (!moved) return
    const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-moves="${moved.id}"]`) ?? []
    buttons[moved.by === -1 ? 0 : 1]?.focus()
  }, [moved])

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': titleOf(key) })),
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return
      order(moveIds(ids, keys as Set<string>, `${target.key}`, target.dropPosition))
    },
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="h-1 rounded-full data-[drop-target]:bg-primary data-[drop-target]:outline-none"
      />
    ),
  })

  const move = (id: string, by: 1 | -1) => {
    const neighbour = ids[ids.indexOf(id) + by]
    if (!neighbour) return
    order(moveIds(ids, new Set([id]), neighbour, by === 1 ? 'after' : 'before'))
    setMoved({ id, by })
    setNews(t('outline.moved', { lesson: titleOf(id), place: ids.indexOf(neighbour) + 1 }))
  }

  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <GridList
        ref={list}
        aria-labelledby="outline"
        items={lessons.map((lesson, index) => ({ ...lesson, number: index + 1 }))}
        dependencies={[lessons]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        className="mt-3 grid gap-1"
      >
        {(lesson) => (
          <GridListItem
            textValue={lesson.title}
            className="rounded-2xl border border-line bg-surface outline-none data-[dragging]:opacity-50 data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary"
          >
            <LessonRow
              lesson={lesson}
              number={lesson.number}
              isLast={lesson.number === lessons.length}
              onMove={(by) => move(lesson.id, by)}
            />
          </GridListItem>
        )}
      </GridList>
    </>
  )
}

function Loading() {
  return (
    <div className="mt-3 grid gap-2">
      <LoadingNote />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
