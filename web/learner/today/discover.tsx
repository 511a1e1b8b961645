import { useApi } from '../../ui/api/use-api.ts'
import { CourseCard } from '../catalogue/course-card.tsx'
import { useText } from '../use-text.ts'
import { DISCOVERED_COURSES } from './home-reads.ts'

const SHOWN = 3

/** Courses that the learner has not begun, without the first ones that the screen shows elsewhere. It shows nothing while it loads or fails: it is an addition. */
export function Discover({ skip }: { skip: number }) {
  const { t } = useText()
  const { data } = useApi('GET /course', DISCOVERED_COURSES)
  const courses = data?.data.filter(({ isEnrolled }) => !isEnrolled).slice(skip, skip + SHOWN) ?? []
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="discover" className="mt-8 lg:mt-10">
      <h2 id="discover" className="mb-3 text-[20px]">
        {t('today.discover')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {courses.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
    </section>
  )
}
