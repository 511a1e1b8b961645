import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { preloadRunner, runLanguageOf } from '../../ui/runner/run-code.ts'
import { CATALOGUE_QUERY } from '../catalogue-search.ts'
import { readReviewSession } from '../review/read-session.ts'
import { PICTURES_CACHE } from './offline-user.ts'
import { deleteLessons, LESSON, readResponse, saveResponses } from './response-store.ts'

/** The courses that the learner has begun last. */
const MAX_COURSES = 8
const MAX_PICTURES = 150
const DAY_MS = 86_400_000
/** Not an endpoint: when each course and the list of all courses were downloaded. */
const DOWNLOADS = ['downloads']

/** By the id of a course, or `CATALOGUE`. */
type Downloads = Record<string, number>
const CATALOGUE = 'catalogue'

/**
 * Stores the lessons and pictures of the courses that the learner is enrolled in and the list of all courses, each at most
 * once a day, and the reviews that are due.
 */
export async function downloadCourses(userId: string): Promise<void> {
  const courses = await lyceum.call('GET /user-courses', { query: { limit: 20 } })
  const open = courses.data.filter(({ completedAt }) => completedAt === null).slice(0, MAX_COURSES)
  const downloads = ((await readResponse(userId, DOWNLOADS)) ?? {}) as Downloads
  // Without the list, the courses of the learner matter all the more.
  await downloadCatalogue(userId, downloads).catch(() => undefined)
  const lessonIds = new Set<string>()
  for (const { courseId } of open) {
    const course = await queryClient.fetchQuery({
      queryKey: apiKey('GET /course/{id}', { path: { id: courseId } }),
      queryFn: () => lyceum.call('GET /course/{id}', { path: { id: courseId } }),
    })
    for (const { id } of course.data.lessons) lessonIds.add(id)
    const isFresh = Date.now() - (downloads[courseId] ?? 0) < DAY_MS
    if (isFresh) continue
    const { data: lessons } = await lyceum.call('GET /course/{courseId}/lessons', {
      path: { courseId },
    })
    await saveLessons(userId, lessons)
    await savePictures([course.data.coverUrl, ...lessons.flatMap(picturesOf)])
    await loadRunners(lessons)
    downloads[courseId] = Date.now()
    await saveResponses(userId, [{ key: DOWNLOADS, response: downloads }])
  }
  // A course that the learner has finished or left makes room.
  await deleteLessons(userId, (id) => lessonIds.has(id))
  // `save-responses.ts` stores them.
  await readReviewSession()
}

async function downloadCatalogue(userId: string, downloads: Downloads): Promise<void> {
  if (Date.now() - (downloads[CATALOGUE] ?? 0) < DAY_MS) return
  const key = apiKey('GET /course', { query: CATALOGUE_QUERY })
  const response = await lyceum.call('GET /course', { query: CATALOGUE_QUERY })
  downloads[CATALOGUE] = Date.now()
  await saveResponses(userId, [
    { key, response },
    { key: DOWNLOADS, response: downloads },
  ])
}

async function saveLessons(userId: string, lessons: Api.LessonContent[]): Promise<void> {
  await saveResponses(
    userId,
    lessons.map((lesson) => ({
      key: apiKey(LESSON, { path: { id: lesson.id } }),
      response: { success: true, data: lesson },
    })),
  )
}

export function picturesOf({ slides }: Api.LessonContent): string[] {
  return slides.flatMap((slide) => {
    const text = 'content' in slide && slide.type !== 'CODE' ? slide.content : ''
    const inText = [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, url]) => url!)
    return slide.type === 'TEXT_WITH_IMAGE' && slide.mediaUrl ? [slide.mediaUrl, ...inText] : inText
  })
}

/** The files in which the code of the lessons runs. Files that fail are loaded when the learner runs code. */
async function loadRunners(lessons: Api.LessonContent[]): Promise<void> {
  const languages = lessons.flatMap(({ slides }) =>
    slides.flatMap((slide) =>
      slide.type === 'CODE' && slide.runnable ? [runLanguageOf(slide.language)] : [],
    ),
  )
  for (const language of new Set(languages)) await preloadRunner(language).catch(() => undefined)
}

/** The oldest pictures make room for new ones. A picture that fails is loaded when it is shown. */
async function savePictures(urls: (string | null)[]): Promise<void> {
  if (!globalThis.caches) return
  const cache = await caches.open(PICTURES_CACHE)
  const paths = new Set(
    urls.flatMap((url) => (url ? [ownFile(url)] : [])).filter((path) => path.startsWith('/files/')),
  )
  for (const path of paths) if (!(await cache.match(path))) await cache.add(path).catch(() => undefined)
  const stored = await cache.keys()
  for (const request of stored.slice(0, Math.max(0, stored.length - MAX_PICTURES)))
    await cache.delete(request)
}
