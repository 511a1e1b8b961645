import { listCourseProgress } from '../src/modules/progress/queries.ts'
import { bareImplementation } from './runner/bare-implementation.ts'
import type { BenchEnvironment, Benchmark, Implementation, Prepared } from './runner/benchmark.ts'
import { lyceumImplementation } from './runner/lyceum-implementation.ts'
import { fastNestImplementation, nestImplementation } from './runner/nest-implementation.ts'
import { issuePeerTokens } from './runner/peer-tokens.ts'
import { explain } from './runner/query-plans.ts'
import { type RegisteredUser, registerUsers } from './runner/register-users.ts'
import type { Request } from './runner/request.ts'

const USERS = 200
const COURSE = 'blockchain-basics'
/** Completes some lessons, so that a response has open, completed and locked ones. */
const MAX_COMPLETED = 4
const CONCURRENCY = 8

/** Without concurrent requests there is no batch, so each request pays for its own query. */
function onOneConnection(implementation: Implementation): Implementation {
  const { name, title } = implementation
  return { ...implementation, name: `${name}-one`, title: `${title}, one connection`, connections: 1 }
}

/**
 * Measures the most common read: a course with the progress of the user. The result is the cost of everything
 * around the one query.
 */
export const readCourse: Benchmark = {
  name: 'read',
  summary: `GET /api/v2/course/:id with a token and one's own progress, ${USERS} users`,
  implementations: [
    lyceumImplementation,
    bareImplementation,
    nestImplementation,
    fastNestImplementation,
    onOneConnection(lyceumImplementation),
    onOneConnection(bareImplementation),
  ],
  goals: [
    {
      title: 'CPU',
      figure: 'cpuMicrosecondsPerRequest',
      contestant: 'lyceum',
      against: 'bare',
      atMost: 1.1,
    },
    {
      title: 'CPU',
      figure: 'cpuMicrosecondsPerRequest',
      contestant: 'lyceum-one',
      against: 'bare-one',
      atMost: 1.6,
    },
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'lyceum',
      against: 'nest',
      atLeast: 4,
    },
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'lyceum',
      against: 'nest-fast',
      atLeast: 1,
    },
  ],
  prepare,
  shape: (response) => response,
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  const { sql } = environment.database
  // Lyceum starts first: it creates the tables and the users that the peers read.
  const lyceum = await lyceumImplementation.start(environment)
  const users = await registerUsers(lyceum.port, USERS)
  const [course] = await sql`select id from course where key = ${COURSE}`
  await learn(lyceum.port, users, course.id, await listLessons(sql, course.id))
  await sql`analyze`
  const userIds = users.map((user) => user.id)
  const peerTokens = await issuePeerTokens(environment, userIds)
  const ownTokens = users.map((user) => user.accessToken)
  const bare = await bareImplementation.start(environment)
  const requests = (implementation: string) =>
    (implementation.startsWith('lyceum') ? ownTokens : peerTokens).map((token) =>
      courseRequest(course.id, token),
    )
  return {
    requests,
    alreadyRunning: new Map([
      ['lyceum', lyceum],
      ['lyceum-one', lyceum],
      ['bare', bare],
      ['bare-one', bare],
    ]),
    plans: () =>
      explain(sql, (db) =>
        listCourseProgress(
          db,
          userIds.slice(0, MAX_COMPLETED).map((userId) => ({ userId, courseId: course.id })) as never,
        ),
      ),
  }
}

function courseRequest(courseId: string, token: string): Request {
  return { method: 'GET', path: `/api/v2/course/${courseId}`, headers: { Authorization: `Bearer ${token}` } }
}

async function listLessons(sql: Bun.SQL, courseId: string): Promise<string[]> {
  const rows = await sql`select id from lesson where course_id = ${courseId} order by position`
  return rows.map((row: { id: string }) => row.id)
}

/** Enrolls all users through the API and completes up to a few lessons for each. */
async function learn(port: number, users: RegisteredUser[], courseId: string, lessonIds: string[]) {
  const queue = users.entries()
  const learnInTurn = async () => {
    for (const [index, { accessToken }] of queue) {
      await post(port, `/api/v2/user-courses/enroll/${courseId}`, accessToken, 201)
      for (const lessonId of lessonIds.slice(0, index % (MAX_COMPLETED + 1)))
        await post(port, `/api/v2/user-lessons/${lessonId}/complete`, accessToken, 200)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, learnInTurn))
}

async function post(port: number, path: string, token: string, expectedStatus: number) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (response.status !== expectedStatus) throw new Error(`${path} answered ${response.status}: ${text}`)
}
