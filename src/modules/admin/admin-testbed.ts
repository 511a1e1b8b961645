import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import type { Role } from '../../platform/http/caller.ts'

export interface AuditLogEntry {
  act: string
  actorId: string
  actorRole: Role
  subjectKind: string
  subjectId: string
  userId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  details: Record<string, unknown> | null
  at: string
}

export interface AdminFixture {
  service: TestService
  admin: TestUser
  /** Registers a user with a role and signs in. */
  staff(role: Role): Promise<TestUser>
  /** Sends a request, by default as the admin. */
  call(
    route: string,
    body?: unknown,
    as?: { accessToken: string },
    headers?: Record<string, string>,
  ): Promise<ApiResponse>
  /** The audit log, newest first. */
  log(query?: string): Promise<AuditLogEntry[]>
  stop(): Promise<void>
}

/** The service with a signed-in admin. */
export async function createAdminFixture(environment: Record<string, string> = {}): Promise<AdminFixture> {
  const service = await startTestService(environment)
  const staff = async (role: Role): Promise<TestUser> => {
    const user = await service.register()
    await service.test.database.query`update user_account set role = ${role} where id = ${user.id}`
    const { email, password } = user
    const { body } = await service.call('POST /auth/login', { body: { email, password } })
    return { ...user, accessToken: body.data.accessToken, refreshToken: body.data.refreshToken }
  }
  const admin = await staff('ADMIN')
  const call: AdminFixture['call'] = (route, body, as = admin, headers = {}) =>
    service.call(route, { token: as.accessToken, headers, ...(body === undefined ? {} : { body }) })
  return {
    service,
    admin,
    staff,
    call,
    log: async (query = '') => (await call(`GET /admin/audit?limit=100${query}`)).body.data,
    stop: () => service.stop(),
  }
}

export const COURSE = {
  title: 'Keeping keys safe',
  description: 'What a key opens.',
  category: 'BLOCKCHAIN',
  level: 'BEGINNER',
  bonusXp: 50,
  bonusGems: 10,
}

export const LESSON = {
  title: 'What a key opens',
  xpReward: 20,
  gemReward: 5,
  slides: [
    { type: 'TEXT_WITH_IMAGE', title: 'One key', content: 'Who has it <script>alert(1)</script> has all.' },
    {
      type: 'QUIZ',
      question: { prompt: 'Who may spend?', options: ['Who has the key', 'Anybody'], correctIndex: 0 },
    },
  ],
}

export const CAPSTONE = {
  title: 'A plan for lost keys',
  description: 'Write down what happens.',
  allowedSubmissionTypes: ['TEXT'],
  xpReward: 200,
  gemReward: 50,
  rubric: [{ criterion: 'It says who has which backup copy', points: 100, evidence: ['backup', 'copy'] }],
}

/** Creates and publishes a course with one lesson, by default as the admin. */
export async function publishedCourse(
  { call, admin }: Pick<AdminFixture, 'call' | 'admin'>,
  author: TestUser = admin,
): Promise<{ courseId: string; lessonId: string }> {
  const courseId = (await call('POST /admin/courses', COURSE, author)).body.data.id
  const lessonId = (await call(`POST /admin/courses/${courseId}/lessons`, LESSON, author)).body.data.id
  await call(`POST /admin/lessons/${lessonId}/publish`, undefined, author)
  await call(`POST /admin/courses/${courseId}/publish`, undefined, author)
  return { courseId, lessonId }
}
