import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { CourseHeader } from '../course/course-header.tsx'
import { CoverCard } from '../course/cover-card.tsx'
import { DetailsForm } from '../course/details-form.tsx'
import { Outline } from '../course/outline.tsx'
import { ReadOnlyDetails } from '../course/read-only-details.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { useSegment } from '../frame/studio-link.tsx'

/** A course: its lessons, its cover and its details. */
export default function Course() {
  const id = useSegment('courseId')
  const { data, error, refetch } = useApi('GET /admin/courses/{id}', { path: { id } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const course = data.data
  return (
    <div key={course.id}>
      <CourseHeader course={course} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_400px]">
        <Outline course={course} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <CoverCard of="courses" id={course.id} canEdit={course.canEdit} />
          {course.canEdit ? <DetailsForm course={course} /> : <ReadOnlyDetails course={course} />}
        </div>
      </div>
    </div>
  )
}
