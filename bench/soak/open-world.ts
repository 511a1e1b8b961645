import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCourses, makeLearners, type OrderedLesson } from '../complete/learners.ts'
import type { Surroundings } from '../runner/benchmark.ts'
import { startDatabase } from '../runner/database.ts'
import { startLyceum } from '../runner/lyceum-contestant.ts'
import { signLyceumTokens } from '../runner/lyceum-tokens.ts'
import { type RunningProcess, stopStartedProcesses } from '../runner/start-process.ts'

/** One Lyceum with a durable PostgreSQL, the catalogue many times over, and learners who have not learned yet. */
export interface World extends AsyncDisposable {
  surroundings: Surroundings
  server: RunningProcess
  learners: { id: string; token: string }[]
  lessons: OrderedLesson[]
}

export async function openWorld(learnerCount: number, settings: Record<string, string>): Promise<World> {
  await using cleanup = new AsyncDisposableStack()
  const scratchFolder = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
  await chmod(scratchFolder, 0o711)
  cleanup.defer(() => rm(scratchFolder, { recursive: true, force: true }))
  const database = await startDatabase(scratchFolder)
  cleanup.defer(() => database.stop())
  cleanup.defer(stopStartedProcesses)
  const surroundings: Surroundings = {
    database,
    scratchFolder,
    peerTokenSecret: randomBytes(32).toString('base64url'),
    publicUrl: 'http://lyceum.example',
  }
  const server = await startLyceum(surroundings, database.url, settings)
  const lessons = await makeCourses(database.sql)
  const ids = await makeLearners(database.sql, 'learner', learnerCount)
  const tokens = await signLyceumTokens(surroundings, ids)
  const learners = ids.map((id, index) => ({ id, token: tokens[index]! }))
  const kept = cleanup.move()
  return { surroundings, server, learners, lessons, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
