import { makeCourses, makeLearners, type OrderedLesson } from '../complete-lesson/learners.ts'
import type { BenchEnvironment } from '../runner/benchmark.ts'
import { createEnvironment } from '../runner/create-environment.ts'
import { startLyceum } from '../runner/lyceum-implementation.ts'
import { signLyceumTokens } from '../runner/lyceum-tokens.ts'
import type { RunningProcess } from '../runner/start-process.ts'

/** One Lyceum with a durable PostgreSQL, many copies of the catalogue, and learners without progress. */
export interface SoakEnvironment extends AsyncDisposable {
  environment: BenchEnvironment
  server: RunningProcess
  learners: { id: string; token: string }[]
  lessons: OrderedLesson[]
}

export async function startSoakEnvironment(
  learnerCount: number,
  settings: Record<string, string>,
): Promise<SoakEnvironment> {
  await using cleanup = new AsyncDisposableStack()
  const environment = cleanup.use(await createEnvironment())
  const { database } = environment
  const server = await startLyceum(environment, database.url, settings)
  const lessons = await makeCourses(database.sql)
  const ids = await makeLearners(database.sql, 'learner', learnerCount)
  const tokens = await signLyceumTokens(environment, ids)
  const learners = ids.map((id, index) => ({ id, token: tokens[index]! }))
  await waitForCourses(server, lessons, tokens[0]!)
  const disposables = cleanup.move()
  return { environment, server, learners, lessons, [Symbol.asyncDispose]: () => disposables.disposeAsync() }
}

/** The service notices courses that were inserted beside it after some seconds. */
async function waitForCourses(
  server: RunningProcess,
  lessons: OrderedLesson[],
  token: string,
): Promise<void> {
  const address = `http://127.0.0.1:${server.port}/api/v2/course/${lessons.at(-1)!.courseId}`
  const deadline = Date.now() + 60_000
  for (;;) {
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    if (response.ok) return
    if (Date.now() > deadline) throw new Error(`the copied courses are not served: ${response.status}`)
    await Bun.sleep(200)
  }
}
