import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { newId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import type { CertificateId } from './public/certificate.ts'

export interface TestCourse {
  id: string
  title: string
  lessons: string[]
}

/** The service with a course of two lessons, and the requests that lead to a certificate. */
export interface CertificateTestbed extends TestService {
  course: TestCourse
  write: Write
  addCourse(title: string): Promise<TestCourse>
  finish(user: TestUser, course?: TestCourse): Promise<void>
  claim(user: TestUser, studentName?: unknown, courseId?: string): Promise<ApiResponse>
  /** Registers a user, completes the course and claims the certificate. */
  certify(studentName?: string): Promise<{ user: TestUser; number: string; id: CertificateId }>
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  listed(user: TestUser): Promise<any[]>
  untilStatus(number: string, status: string): Promise<void>
}

export async function createCertificateTestbed(
  environment: Record<string, string> = {},
  database?: TestService['test'],
): Promise<CertificateTestbed> {
  const service = await startTestService(environment, database)
  const { query } = service.test.database
  const addCourse = async (title: string): Promise<TestCourse> => {
    const id = newId()
    const lessons = [newId(), newId()]
    await query`
      insert into topic (id, key, title) values (${id}, ${`topic-${id}`}, 'A topic')`
    await query`
      insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at)
      values (${id}, ${`course-${id}`}, ${title}, 'What it is about.', 'GENERAL', 'BEGINNER', ${id}, 0, 0, now())`
    for (const [index, lesson] of lessons.entries()) {
      await query`
        insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
        values (${lesson}, ${id}, ${`lesson-${index}`}, 'A lesson', ${index + 1}, 1, 0, '[]')`
    }
    await query`update catalog_version set version = version + 1`
    return { id, title, lessons }
  }
  const course = await addCourse('Blockchain basics')
  const post = (path: string, user: TestUser, body: unknown) =>
    service.call(`POST ${path}`, { token: user.accessToken, body })

  const testbed: CertificateTestbed = {
    ...service,
    course,
    write: createWrite(service.test.database, reactionTable([]), () => {}),
    addCourse,
    finish: async (user, { lessons } = course) => {
      for (const lesson of lessons) {
        const response = await post(`/user-lessons/${lesson}/complete`, user, {})
        if (response.status !== 200) throw new Error(JSON.stringify(response.body))
      }
    },
    claim: (user, studentName = 'Amina Otieno', courseId = course.id) =>
      post('/certificates/claim', user, { courseId, studentName }),
    certify: async (studentName) => {
      const user = await service.register()
      await testbed.finish(user)
      const { status, body } = await testbed.claim(user, studentName)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return { user, number: body.data.certificateNumber, id: body.data.certificateId }
    },
    listed: async (user) => (await service.call('GET /certificates', { token: user.accessToken })).body.data,
    untilStatus: (number, status) =>
      waitUntil(async () => {
        const [row] = await query<{ status: string }>`select status from certificate where number = ${number}`
        return row?.status === status
      }),
  }
  return testbed
}
