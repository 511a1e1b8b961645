import type { BrowserContext } from 'playwright-core'
import { type ApiClient, createClient, type TestUser } from '../harness/api-client.ts'

/** A learner of a test, with an open browser session. */
export interface BrowserLearner {
  user: TestUser
  api: ApiClient
  courseId: string
  lessonIds: string[]
}

/** The first lesson of this course has questions of several types and flashcards. */
export const MIXED_COURSE = 'javascript'

/** The same sign-in as in the application: the cookie is stored in the context. */
export async function signInBrowser(
  context: BrowserContext,
  url: string,
  credentials: { email: string; password: string },
): Promise<void> {
  const { email, password } = credentials
  const response = await context.request.post(`${url}/web/session/login`, {
    headers: { origin: url },
    data: { email, password },
  })
  if (!response.ok()) throw new Error(`The sign-in was answered ${response.status()}.`)
}

/** A learner who has completed the first `done` lessons of a course. */
export async function newLearner(url: string, search: string, done: number): Promise<BrowserLearner> {
  const api = createClient(url)
  const username = `amina_${Bun.randomUUIDv7().slice(-8)}`
  const user = await api.register({ username, timeZone: 'Africa/Nairobi' })
  const token = user.accessToken
  await api.call('PATCH /user/profile', { token, body: { publicProfile: true } })
  const found = await api.call(`GET /course?search=${encodeURIComponent(search)}`, { token })
  const courseId: string = found.body.data[0].id
  const course = await api.call(`GET /course/${courseId}`, { token })
  const lessonIds: string[] = course.body.data.lessons.map(({ id }: { id: string }) => id)
  if (done > 0) await api.call(`POST /user-courses/enroll/${courseId}`, { token })
  for (const id of lessonIds.slice(0, done))
    await api.call(`POST /user-lessons/${id}/complete`, { token, body: { timeSpentSeconds: 200 } })
  return { user, api, courseId, lessonIds }
}

/** The lessons of the first course that a search finds. */
export async function findLessons(api: ApiClient, token: string, search: string): Promise<string[]> {
  const found = await api.call(`GET /course?search=${encodeURIComponent(search)}`, { token })
  const course = await api.call(`GET /course/${found.body.data[0].id}`, { token })
  return course.body.data.lessons.map(({ id }: { id: string }) => id)
}

/**
 * A learner with cards that are due. The cards of a lesson are due on the next day of the learner, so the learner flies
 * from the last time zone of the earth to the first.
 */
export async function newReviewer(url: string): Promise<BrowserLearner> {
  const api = createClient(url)
  const username = `zuri_${Bun.randomUUIDv7().slice(-8)}`
  const user = await api.register({ username, timeZone: 'Pacific/Pago_Pago' })
  const token = user.accessToken
  const found = await api.call(`GET /course?search=${encodeURIComponent(MIXED_COURSE)}`, { token })
  const courseId: string = found.body.data[0].id
  await api.call(`POST /user-courses/enroll/${courseId}`, { token })
  const lessonIds = await findLessons(api, token, MIXED_COURSE)
  const lesson = await api.call(`GET /lesson/${lessonIds[0]}`, { token })
  for (const { type, question, attempt } of lesson.body.data.slides) {
    const body =
      type === 'QUIZ'
        ? { selectedOption: (question.correctIndex + 1) % question.options.length }
        : { attempt, answer: { selectedOptions: [0] } }
    if (type === 'QUIZ' || type === 'QUESTION')
      await api.call(`POST /user-lessons/${lessonIds[0]}/answers`, {
        token,
        body: { questionId: question.id, ...body },
      })
  }
  await api.call(`POST /user-lessons/${lessonIds[0]}/complete`, { token, body: { timeSpentSeconds: 200 } })
  await api.call('PATCH /user/profile', { token, body: { timeZone: 'Pacific/Kiritimati' } })
  return { user, api, courseId, lessonIds }
}
