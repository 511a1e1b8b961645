import type { Answer, Api, Given } from '../../../packages/client/src/lyceum.ts'
import type { PageAnswer } from '../../ui/api/page-data.ts'
import type { ReadOperation } from '../../ui/api/use-api.ts'

/** The parameters of the requests of Today. The service sends the same ones when it renders the page. */
export const ENROLLED_COURSES = { query: { limit: 20 } } as const
export const DISCOVERED_COURSES = { query: { limit: 20 } } as const
export const FIRST_COURSE = { query: { level: 'BEGINNER', limit: 1 } } as const

/** The course whose next lesson Today offers: one that was begun, otherwise any. */
export function findNextCourse(enrolled: Api.EnrolledCourse[]): Api.EnrolledCourse | undefined {
  return (
    enrolled.find(({ nextLessonId, completedLessons }) => nextLessonId && completedLessons > 0) ??
    enrolled.find(({ nextLessonId }) => nextLessonId)
  )
}

type Read = (operation: string, given: object) => Promise<unknown>

/** Reads everything that Today shows first. */
export async function readHome(read: Read): Promise<PageAnswer[]> {
  const readOne = async <O extends ReadOperation>(operation: O, given?: Given<O>): Promise<PageAnswer> => ({
    operation,
    ...(given ? { given } : {}),
    answer: await read(operation, given ?? {}),
  })
  const readCourses = async (): Promise<PageAnswer[]> => {
    const courses = await readOne('GET /user-courses', ENROLLED_COURSES)
    const { data: enrolled } = courses.answer as Answer<'GET /user-courses'>
    const next = findNextCourse(enrolled)
    const further = next
      ? readOne('GET /course/{id}', { path: { id: next.courseId } })
      : enrolled.length === 0
        ? readOne('GET /course', FIRST_COURSE)
        : undefined
    return [courses, ...(further ? [await further] : [])]
  }
  const [courses, ...others] = await Promise.all([
    readCourses(),
    readOne('GET /user/profile'),
    readOne('GET /user/streak'),
    readOne('GET /course', DISCOVERED_COURSES),
    readOne('GET /leagues/me/position'),
    readOne('GET /review/due'),
    readOne('GET /user/daily-target'),
  ])
  const all = [...courses, ...others]
  if (all.some(({ answer }) => answer === undefined)) throw new Error('A part of the home was not found.')
  return all
}
