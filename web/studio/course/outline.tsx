import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { SortableList } from '../frame/sortable-list.tsx'
import { useText } from '../use-text.ts'
import { AddLesson } from './add-lesson.tsx'
import { useLessons } from './course-query.ts'
import { LessonRow, ReadOnlyRow } from './lesson-row.tsx'
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
      {error && !lessons ? (
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

function SortableLessons({ course, lessons }: SortableGiven) {
  const order = useLessonOrder(course.id)
  return (
    <SortableList labelledBy="outline" items={lessons} onOrder={order}>
      {(lesson, parts) => <LessonRow lesson={lesson} parts={parts} />}
    </SortableList>
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
