import { makeCourses, makeLearners, type OrderedLesson } from '../complete/learners.ts'
import type { Surroundings } from '../runner/benchmark.ts'
import { startLyceum } from '../runner/lyceum-contestant.ts'
import { signLyceumTokens } from '../runner/lyceum-tokens.ts'
import { openSurroundings } from '../runner/open-surroundings.ts'
import type { RunningProcess } from '../runner/start-process.ts'

/** One Lyceum with a durable PostgreSQL, the catalogue many times over, and learners who have not learned yet. */
export interface World extends AsyncDisposable {
  surroundings: Surroundings
  server: RunningProcess
  learners: { id: string; token: string }[]
  lessons: OrderedLesson[]
}

export async function openWorld(learnerCount: number, settings: Record<string, string>): Promise<World> {
  await using cleanup = new AsyncDisposableStack()
  const surroundings = cleanup.use(await openSurroundings())
  const { database } = surroundings
  const server = await startLyceum(surroundings, database.url, settings)
  const lessons = await makeCourses(database.sql)
  const ids = await makeLearners(database.sql, 'learner', learnerCount)
  const tokens = await signLyceumTokens(surroundings, ids)
  const learners = ids.map((id, index) => ({ id, token: tokens[index]! }))
  const kept = cleanup.move()
  return { surroundings, server, learners, lessons, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
