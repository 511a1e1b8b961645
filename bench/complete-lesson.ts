import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { comparableRowsOf } from './complete-lesson/comparable-rows.ts'
import { completionRequest, listNextLessons, waitUntilKnown } from './complete-lesson/completion-requests.ts'
import { explainCompletion } from './complete-lesson/explain-completion.ts'
import { type Learner, makeCourses, makeLearners, type OrderedLesson } from './complete-lesson/learners.ts'
import type { BenchEnvironment, Benchmark, Prepared } from './runner/benchmark.ts'
import { sendRequest } from './runner/compare-responses.ts'
import { lyceumImplementation } from './runner/lyceum-implementation.ts'
import { signLyceumTokens } from './runner/lyceum-tokens.ts'
import { nestImplementation } from './runner/nest-implementation.ts'
import { issuePeerTokens } from './runner/peer-tokens.ts'
import { pgbenchImplementation } from './runner/pgbench-implementation.ts'
import type { Request } from './runner/request.ts'
import type { RunningProcess } from './runner/start-process.ts'

const LEARNERS = 1000
/** More lessons than any implementation completes in a second, so that a burst never runs out of lessons. */
const MAX_PER_SECOND = 4000
const PEERS = join(import.meta.dir, 'peers')

/**
 * Measures the most common write: the first completion of a lesson, with all its effects in one transaction.
 */
export const completeLesson: Benchmark = {
  name: 'complete',
  summary: `POST /api/v2/user-lessons/:id/complete, first completions, ${LEARNERS} users`,
  implementations: [
    lyceumImplementation,
    pgbenchImplementation({
      title: 'pgbench, the same rows by one SQL function',
      script: join(PEERS, 'complete.pgbench'),
      learners: LEARNERS,
    }),
    nestImplementation,
  ],
  goals: [
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'lyceum',
      against: 'pgbench',
      atLeast: 0.75,
    },
    { title: 'p99', figure: 'p99Milliseconds', contestant: 'lyceum', against: 'pgbench', atMost: 3 },
    { title: 'throughput', figure: 'requestsPerSecond', contestant: 'lyceum', against: 'nest', atLeast: 5 },
  ],
  prepare,
  shape: (response) => {
    const { success, data } = response as { success: boolean; data: unknown }
    return { success, data }
  },
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  const { sql } = environment.database
  const lyceum = await lyceumImplementation.start(environment)
  const lessons = await makeCourses(sql)
  await sql.unsafe(await Bun.file(join(PEERS, 'complete.sql')).text()).simple()
  await sql`
    insert into bench_lesson select * from jsonb_to_recordset(${lessons.map(lessonRow)}::jsonb)
      as row (number integer, lesson_id uuid, course_id uuid, previous_id uuid, delete_after_sending boolean, xp integer,
        gems integer, bonus_xp integer, bonus_gems integer, question_ids uuid[])`
  // One extra learner for each implementation, who is used to compare rows and is not measured.
  const learners = new Map<string, Learner[]>()
  for (const name of ['lyceum', 'pgbench', 'nest']) {
    const userIds = await makeLearners(sql, name, LEARNERS + 1)
    const tokens = await tokensFor(name, environment, userIds)
    learners.set(
      name,
      userIds.map((userId, index) => ({ userId, token: tokens[index]! })),
    )
  }
  const drivenIds = learners.get('pgbench')!.map((learner) => learner.userId)
  await sql`
    insert into bench_learner (number, user_id)
    select number - 1, id::uuid
    from jsonb_array_elements_text(${drivenIds}::jsonb) with ordinality as row (id, number)`
  await waitUntilKnown(lyceum, lessons.at(-1)!.courseId, learners.get('lyceum')![0]!.token)

  return {
    isOnce: true,
    alreadyRunning: new Map([['lyceum', lyceum]]),
    requests: (name, seconds) => listRequests(sql, name, learners.get(name)!.slice(1), lessons, seconds),
    check: (implementations) => requireSameRows(sql, implementations, learners, lessons),
    plans: () => explainCompletion(environment, learners.get('lyceum')![0]!.userId, lessons),
  }
}

async function tokensFor(name: string, environment: BenchEnvironment, userIds: string[]): Promise<string[]> {
  if (name === 'lyceum') return signLyceumTokens(environment, userIds)
  return issuePeerTokens(environment, userIds)
}

function lessonRow(lesson: OrderedLesson, number: number) {
  return {
    number,
    lesson_id: lesson.id,
    course_id: lesson.courseId,
    previous_id: lesson.previousId,
    delete_after_sending: lesson.isLast,
    xp: lesson.xp,
    gems: lesson.gems,
    bonus_xp: lesson.bonusXp,
    bonus_gems: lesson.bonusGems,
    question_ids: lesson.questionIds,
  }
}

/** Gives all implementations current statistics, and pgbench the progress of its learners. */
async function listRequests(
  sql: Bun.SQL,
  name: string,
  learners: Learner[],
  lessons: OrderedLesson[],
  seconds: number,
): Promise<Request[]> {
  await sql`
    update bench_learner set done = (select count(*) from lesson_completion where user_id = bench_learner.user_id)`
  // The tables start empty.
  await sql`analyze`
  if (name === 'pgbench') return []
  const next = await listNextLessons(sql, learners, lessons, seconds * MAX_PER_SECOND)
  return next.map(({ lesson, token }) => completionRequest(lesson.id, token))
}

/** One learner of every implementation completes the first course; the resulting rows must be equal. */
async function requireSameRows(
  sql: Bun.SQL,
  implementations: Map<string, RunningProcess | undefined>,
  learners: Map<string, Learner[]>,
  lessons: OrderedLesson[],
) {
  const course = lessons.slice(0, lessons.findIndex((lesson) => lesson.isLast) + 1)
  let first: { name: string; rows: unknown } | undefined
  for (const [name, server] of implementations) {
    const { userId, token } = learners.get(name)![0]!
    await sql`update bench_learner set done = 0 where number = 0`
    for (const [pass, lesson] of course.entries()) {
      if (server) await sendRequest(name, server.port, completionRequest(lesson.id, token))
      else await sql`select bench_complete(0, ${pass})`
    }
    const rows = await comparableRowsOf(sql, userId)
    first ??= { name, rows }
    if (!isDeepStrictEqual(first.rows, rows))
      throw new Error(
        `${first.name} and ${name} write differently:\n` +
          `${JSON.stringify(first.rows, null, 1)}\n${JSON.stringify(rows, null, 1)}`,
      )
  }
}
