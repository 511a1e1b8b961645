import { join } from 'node:path'
import { waitUntilKnown } from './complete-lesson/completion-requests.ts'
import { makeCourses } from './complete-lesson/learners.ts'
import type { Day, DayPlan } from './lms/day.ts'
import { missingForMoodle, moodleVersion, startMoodle } from './lms/moodle-server.ts'
import type { BenchEnvironment, Benchmark, Implementation, Load, Prepared } from './runner/benchmark.ts'
import type { LoadResult } from './runner/closed-loop-plan.ts'
import { lyceumImplementation } from './runner/lyceum-implementation.ts'
import { credentialsOf, registerUsers } from './runner/register-users.ts'
import type { RunningProcess } from './runner/start-process.ts'

const LEARNERS = 100
const MOODLE_SIZE = { courses: 10, lessons: 5, learners: LEARNERS }
/** Learners at the same time; more would only wait for a core. */
const CONCURRENCY = 4
const GOAL = 10
/** More than are played, so that a burst never runs out of days. */
const MAX_DAYS_PER_SECOND = 150

type ServerName = Day['server']
/** Days are played in order, because the lessons of a learner have an order. */
type PlayedServer = { process: RunningProcess; days: Day[]; played: number }

/** The servers of the run; set by the preparation. */
const servers = new Map<ServerName, PlayedServer>()

/** The day of a learner: sign in, catalogue, course, lesson, answer, complete, board. */
export const lms: Benchmark = {
  name: 'lms',
  summary: `One learner's day (sign in, catalogue, course, lesson, answer, complete, board), ${CONCURRENCY} learners at the same time; a request is a day`,
  rounds: 5,
  implementations: [
    { ...driven('lyceum'), title: 'Lyceum', versions: lyceumImplementation.versions },
    {
      ...driven('moodle'),
      title: 'Moodle, php-fpm behind nginx',
      missing: missingForMoodle,
      versions: async () => ({ moodle: await moodleVersion() }),
    },
  ],
  goals: [
    {
      title: 'days a CPU-second',
      figure: 'requestsPerCpuSecond',
      contestant: 'lyceum',
      against: 'moodle',
      atLeast: GOAL,
    },
    { title: 'p95', figure: 'p95Milliseconds', contestant: 'lyceum', against: 'moodle', atMost: 1 / GOAL },
  ],
  prepare,
  shape: () => undefined,
}

function driven(name: ServerName): Pick<Implementation, 'name'> & {
  drive(environment: BenchEnvironment, load: Load, begin: () => void): Promise<LoadResult>
} {
  return { name, drive: (_, load, begin) => playDays(servers.get(name)!, load, begin) }
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  const moodle = missingForMoodle() ? undefined : await startMoodle(environment, MOODLE_SIZE)
  if (moodle) servers.set('moodle', { ...moodle, played: 0 })
  const lyceum = await lyceumImplementation.start(environment)
  const lessons = await makeCourses(environment.database.sql)
  const users = await registerUsers(lyceum.port, LEARNERS)
  await waitUntilKnown(lyceum, lessons.at(-1)!.courseId, users[0]!.accessToken)
  const days = lessons.flatMap((lesson) =>
    users.map((_, index) => ({
      server: 'lyceum' as const,
      ...credentialsOf(index),
      lessonId: lesson.id,
      courseId: lesson.courseId,
      questionId: lesson.questionIds[0]!,
    })),
  )
  servers.set('lyceum', { process: lyceum, days, played: 0 })
  return {
    alreadyRunning: new Map([...servers].map(([name, { process }]) => [name, process])),
    requests: () => [],
  }
}

/** The players are a process of their own, which counts for no server. */
async function playDays(server: PlayedServer, { seconds }: Load, begin: () => void): Promise<LoadResult> {
  const days = server.days.slice(server.played, server.played + seconds * MAX_DAYS_PER_SECOND)
  const plan: DayPlan = { port: server.process.port, seconds, concurrency: CONCURRENCY, days }
  begin()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'lms/play-days.ts')], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('the learners of a burst failed')
  const result: LoadResult = JSON.parse(output)
  server.played += result.requests + result.errors
  return result
}
