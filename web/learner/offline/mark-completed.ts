import type { Api } from '../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'

type CourseResponse = { data: Api.Course }
type CoursesResponse = { data: Api.EnrolledCourse[] }

/** Shows a lesson as done and opens the next one, until the service has the completion. */
export function markLessonCompleted({ id, courseId }: Pick<Api.LessonContent, 'id' | 'courseId'>): void {
  const key = apiKey('GET /course/{id}', { path: { id: courseId } })
  const course = queryClient.getQueryData<CourseResponse>(key)
  const marked = course && withCompleted(course.data, id)
  if (marked) queryClient.setQueryData(key, { ...course, data: marked })
  queryClient.setQueriesData<CoursesResponse>({ queryKey: ['GET /user-courses'] }, (courses) =>
    courses?.data && marked
      ? {
          ...courses,
          data: courses.data.map((one) => (one.courseId === courseId ? withProgress(one, marked) : one)),
        }
      : courses,
  )
}

export function withCompleted(course: Api.Course, lessonId: string): Api.Course {
  const done = new Set(course.lessons.filter((lesson) => lesson.isCompleted).map((lesson) => lesson.id))
  done.add(lessonId)
  const lessons = course.lessons.map((lesson, index) => {
    const before = course.lessons[index - 1]
    const isCompleted = done.has(lesson.id)
    return { ...lesson, isCompleted, isLocked: before !== undefined && !isCompleted && !done.has(before.id) }
  })
  const count = lessons.filter((lesson) => lesson.isCompleted).length
  return { ...course, lessons, progressPercentage: Math.floor((100 * count) / lessons.length) }
}

function withProgress(enrolled: Api.EnrolledCourse, course: Api.Course): Api.EnrolledCourse {
  return {
    ...enrolled,
    completedLessons: course.lessons.filter((lesson) => lesson.isCompleted).length,
    progressPercentage: course.progressPercentage,
    nextLessonId: course.lessons.find((lesson) => !lesson.isCompleted)?.id ?? null,
  }
}
