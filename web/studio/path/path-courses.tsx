import { X } from 'lucide-react'
import { useState } from 'react'
import { Button as IconButton } from 'react-aria-components'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { StatusPill } from '../courses/status-pill.tsx'
import { ICON_BUTTON, type RowParts, SortableList } from '../frame/sortable-list.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { useAllCourses } from './path-query.ts'

interface Given {
  ids: readonly string[]
  error: string | undefined
  /** Undefined for a path that the author may not change. */
  onChange: ((ids: string[]) => void) | undefined
}

/** The courses of a path in the order of learning. */
export function PathCourses({ ids, error: fault, onChange }: Given) {
  const { t } = useText()
  const { data: courses, error, refetch } = useAllCourses()
  return (
    <Card as="section" aria-labelledby="path-courses" className="max-sm:p-3">
      <h2 id="path-courses" className="text-[21px] max-sm:mx-2 max-sm:mt-2">
        {t('pathField.courseIds')}
      </h2>
      {error && !courses ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !courses ? (
        <div className="mt-3 grid gap-2">
          <LoadingNote />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : (
        <Courses ids={ids} courses={courses} onChange={onChange} />
      )}
      {fault && <p className="mt-3 font-semibold text-bad">{fault}</p>}
    </Card>
  )
}

interface CoursesGiven extends Pick<Given, 'ids' | 'onChange'> {
  courses: readonly Api.ListedCourse[]
}

interface Row {
  id: string
  title: string
  /** Undefined for a course that is archived or of another author. */
  course: Api.ListedCourse | undefined
}

function Courses({ ids, courses, onChange }: CoursesGiven) {
  const { t } = useText()
  const byId = new Map(courses.map((course) => [course.id, course]))
  const rows = ids.map((id): Row => {
    const course = byId.get(id)
    return { id, title: course?.title ?? t('path.unknownCourse'), course }
  })
  if (!onChange)
    return (
      <ol className="mt-3 grid gap-2">
        {rows.map((row, index) => (
          <li
            key={row.id}
            className="flex min-h-16 items-center gap-3 rounded-2xl border border-line px-4 py-2"
          >
            <CourseTitle row={row} number={index + 1} />
          </li>
        ))}
      </ol>
    )
  return (
    <>
      <SortableList labelledBy="path-courses" items={rows} onOrder={onChange}>
        {(row, parts) => (
          <CourseRow
            row={row}
            parts={parts}
            isOnly={rows.length === 1}
            onRemove={() => onChange(ids.filter((id) => id !== row.id))}
          />
        )}
      </SortableList>
      <AddCourse
        courses={courses.filter(({ id }) => !ids.includes(id))}
        onAdd={(id) => onChange([...ids, id])}
      />
    </>
  )
}

interface RowGiven {
  row: Row
  parts: RowParts
  isOnly: boolean
  onRemove: () => void
}

/** A path has at least one course, so the only one cannot be removed. */
function CourseRow({ row, parts: { number, handle, moves }, isOnly, onRemove }: RowGiven) {
  const { t } = useText()
  return (
    <div className="flex items-center gap-1 p-1.5 max-sm:gap-0">
      {handle}
      <StudioLink
        to={coursePath(row.id)}
        data-list-item=""
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-xl px-2 hover:bg-sunken"
      >
        <CourseTitle row={row} number={number} />
      </StudioLink>
      {moves}
      <IconButton
        aria-label={t('path.remove', { course: row.title })}
        isDisabled={isOnly}
        onPress={onRemove}
        className={ICON_BUTTON}
      >
        <X size={19} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function CourseTitle({ row: { title, course }, number }: { row: Row; number: number }) {
  return (
    <>
      <span className="w-6 flex-none text-center font-extrabold text-ink-3 max-[359px]:hidden">{number}</span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 font-bold leading-snug">
          {title}
        </span>
        {course && course.status !== 'PUBLISHED' && (
          <span className="mt-1 block">
            <StatusPill status={course.status} />
          </span>
        )}
      </span>
    </>
  )
}

interface AddGiven {
  courses: readonly Api.ListedCourse[]
  onAdd: (id: string) => void
}

function AddCourse({ courses, onAdd }: AddGiven) {
  const { t } = useText()
  const [chosen, setChosen] = useState('')
  const id = courses.find((course) => course.id === chosen)?.id ?? courses[0]?.id
  if (!id) return null
  return (
    <div className="mt-4 flex items-end gap-3 max-sm:mx-2">
      <SelectField
        className="min-w-0 flex-1"
        label={t('path.addCourse')}
        value={id}
        onChange={({ target }) => setChosen(target.value)}
        options={courses.map((course) => ({ id: course.id, text: course.title }))}
      />
      <Button variant="secondary" onClick={() => onAdd(id)}>
        {t('outline.add')}
      </Button>
    </div>
  )
}
