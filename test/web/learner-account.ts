import type { BrowserContext } from 'playwright-core'
import { type ApiClient, createClient, type TestUser } from '../harness/service.ts'

/** A learner of a test, with an open browser session. */
export interface BrowserLearner {
  user: TestUser
  api: ApiClient
  courseId: string
  lessonIds: string[]
}

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
  const username = `amina_${Bun.randomUUIDv7().slice(-4)}`
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
