import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'

/** The course and its lessons in the cache of queries, which actions of the page change. */

const PAGE = 100

const courseKey = (id: string) => apiKey('GET /admin/courses/{id}', { path: { id } })
const lessonsKey = (courseId: string) => ['studio.lessons', courseId]

export function storeCourse(course: Api.EditedCourse): void {
  queryClient.setQueryData(courseKey(course.id), { success: true, data: course })
  void queryClient.invalidateQueries({ queryKey: ['GET /admin/courses'] })
}

export function cachedCourse(id: string): Api.EditedCourse | undefined {
  return queryClient.getQueryData<{ data: Api.EditedCourse }>(courseKey(id))?.data
}

/** The course is as learners see it again. Its lessons keep their changes. */
export async function discardChanges({ id, version }: Api.EditedCourse): Promise<void> {
  const headers = { 'if-match': `"${version}"` }
  try {
    storeCourse(
      (await lyceum.call('POST /admin/courses/{id}/discard-changes', { path: { id }, headers })).data,
    )
  } catch (fault) {
    await reloadCourse(id)
    throw fault
  }
}

export const reloadCourse = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: courseKey(id) })

/** All lessons in every status: a new order names each of them. The editor may have changed one a moment ago. */
const lessonsQuery = (courseId: string) => ({
  queryKey: lessonsKey(courseId),
  queryFn: () => loadLessons(courseId),
  staleTime: 0,
})

export const useLessons = (courseId: string) => useQuery(lessonsQuery(courseId))

/** Reads the lessons again, also for the outline. */
export const freshLessons = (courseId: string): Promise<Api.EditedLesson[]> =>
  queryClient.fetchQuery(lessonsQuery(courseId))

async function loadLessons(id: string): Promise<Api.EditedLesson[]> {
  const lessons: Api.EditedLesson[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await lyceum.call('GET /admin/courses/{id}/lessons', {
      path: { id },
      query: { page, limit: PAGE },
    })
    lessons.push(...data)
    if (data.length === 0 || lessons.length >= meta.total) return lessons
  }
}

export const cachedLessons = (courseId: string): Api.EditedLesson[] =>
  queryClient.getQueryData<Api.EditedLesson[]>(lessonsKey(courseId)) ?? []

export function storeLessons(courseId: string, lessons: Api.EditedLesson[]): void {
  queryClient.setQueryData(lessonsKey(courseId), lessons)
}

/** Also the course, because it counts its published lessons. */
export async function reloadLessons(courseId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: lessonsKey(courseId) }),
    reloadCourse(courseId),
  ])
}
