import type { ApiClient } from '../harness/api-client.ts'
import type { FixtureUser } from './release-fixture.ts'

interface EnrolledCourse {
  courseId: string
  progressPercentage: number
}

/** Signs a user in and reads what the user has. */
export async function readUser(
  { call }: Pick<ApiClient, 'call'>,
  { email, password }: { email: string; password: string },
): Promise<FixtureUser> {
  const login = await call('POST /auth/login', { body: { email, password } })
  if (login.status !== 200) throw new Error(`${email}: ${login.status} ${JSON.stringify(login.body)}`)
  const token: string = login.body.data.accessToken
  const read = async (route: string) => {
    const { status, body } = await call(`GET ${route}`, { token })
    if (status !== 200) throw new Error(`${route} of ${email}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }
  const { totalXP, totalGems } = await read('/user/profile')
  const courses = (await read('/user-courses?limit=100')) as EnrolledCourse[]
  const certificates = (await read('/certificates')) as { certificateNumber: string }[]
  return {
    email,
    password,
    totalXP,
    totalGems,
    progress: Object.fromEntries(courses.map((course) => [course.courseId, course.progressPercentage])),
    certificates: certificates.map(({ certificateNumber }) => certificateNumber).sort(),
  }
}
