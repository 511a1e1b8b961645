import { join } from 'node:path'
import { completionRequest, listNextLessons, waitUntilKnown } from './complete-lesson/completion-requests.ts'
import { type Learner, makeCourses, makeLearners, type OrderedLesson } from './complete-lesson/learners.ts'
import type { BenchEnvironment, Goal, Implementation, Measurements } from './runner/benchmark.ts'
import { type LoadResult, runClosedLoop } from './runner/closed-loop-plan.ts'
import { createEnvironment } from './runner/create-environment.ts'
import { interruptible } from './runner/interruptible.ts'
import { lyceumImplementation, startLyceum } from './runner/lyceum-implementation.ts'
import { signLyceumTokens } from './runner/lyceum-tokens.ts'
import { observeMachine, shareBusy, shareOfOthers } from './runner/machine-load.ts'
import type { Rounds, Settings } from './runner/measure.ts'
import { cpuSecondsOf, listProcesses } from './runner/processes.ts'
import type { Request } from './runner/request.ts'
import { type RunningProcess, stopStartedProcess } from './runner/start-process.ts'
import { summarize } from './runner/summary.ts'
import { renderNoiseWarning, renderTable } from './runner/table.ts'
import { writeResult } from './runner/write-result.ts'
import { createCpuQuotas } from './scale/cpu-quotas.ts'

/** The share of a core that each API process may use; the rest is for PostgreSQL and the load generators. */
const CORE_SHARE = 0.1
const PROCESS_COUNTS = [1, 2, 4]
const GOAL = 0.85
/** Above this share of busy cores, the machine limits the throughput and not the quotas. */
const SATURATED_SHARE = 0.9
const LEARNERS = 1_200
/** Of each process. */
const CONNECTIONS = 16
/** More than one process completes in a second, so that a burst never runs out of lessons. */
const MAX_COMPLETIONS_PER_SECOND = 1_500
const WARM_UP_SECONDS = 4

type Work = 'read' | 'complete'
const WORKS: Record<Work, string> = { read: 'a course read', complete: 'a lesson completed' }
const WORK_NAMES = Object.keys(WORKS) as Work[]

export const SCALE_SUMMARY =
  'The throughput of each of 1, 2 and 4 API processes with a tenth of a core each, on one PostgreSQL'

/** An API process and the learners whose requests it gets, so that no lesson overtakes the one before it. */
type ApiProcess = RunningProcess & { learners: Learner[] }

type Scene = { environment: BenchEnvironment; lessons: OrderedLesson[]; settings: Settings; rounds: Rounds }

/**
 * Measures the throughput of each process while there are one, two and four. Processes are added one after the other
 * and then stopped again, so that processes that do not count do not run. Returns whether all goals were met.
 */
export function benchScale(settings: Settings): Promise<boolean> {
  return interruptible(() => runScale(settings))
}

async function runScale(settings: Settings): Promise<boolean> {
  await using environment = await createEnvironment()
  using quotas = createCpuQuotas(CORE_SHARE)
  const { sql } = environment.database
  // Imports the demo courses and runs the jobs; it gets no requests and has no quota.
  await startLyceum(environment)
  const lessons = await makeCourses(sql)
  const userIds = await makeLearners(sql, 'learner', LEARNERS)
  const tokens = await signLyceumTokens(environment, userIds)
  const learners = userIds.map((userId, index) => ({ userId, token: tokens[index]! }))
  const scene: Scene = { environment, lessons, settings, rounds: new Map() }

  const running: ApiProcess[] = []
  for (const count of PROCESS_COUNTS) {
    while (running.length < count) running.push(await addProcess(scene, learners, running.length, quotas))
    await measureRounds(scene, running)
  }
  // The largest number is measured twice too, as the others are on the way down.
  await measureRounds(scene, running)
  for (const count of PROCESS_COUNTS.slice(0, -1).reverse()) {
    while (running.length > count) await stopStartedProcess(running.pop()!.pid)
    await measureRounds(scene, running)
  }
  return report(scene)
}

/** A process is warmed up before it gets its quota, with which the compiler of the runtime would take minutes. */
async function addProcess(
  scene: Scene,
  learners: Learner[],
  number: number,
  quotas: { add(pid: number): void },
): Promise<ApiProcess> {
  const { environment, lessons } = scene
  const server = await startLyceum(environment, undefined, {
    ROLE: 'api',
    DATA_DIR: join(environment.scratchFolder, `api-${number}`),
  })
  const own = learners.filter((_, index) => index % Math.max(...PROCESS_COUNTS) === number)
  await waitUntilKnown(server, lessons.at(-1)!.courseId, own[0]!.token)
  const added = { ...server, learners: own }
  for (const work of WORK_NAMES)
    await runBurst(added, await listRequests(scene, work, added, WARM_UP_SECONDS), WARM_UP_SECONDS)
  quotas.add(server.pid)
  return added
}

async function measureRounds(scene: Scene, running: ApiProcess[]) {
  for (let round = 1; round <= scene.settings.rounds; round++)
    for (const work of WORK_NAMES) {
      const name = `${work}-${running.length}`
      const measured = await measureOnce(scene, work, running)
      scene.rounds.set(name, [...(scene.rounds.get(name) ?? []), measured])
      process.stderr.write(`${name}: ${Math.round(measured.requestsPerSecond)} requests/s of each process\n`)
    }
}

/** The throughput is that of each process; times are those of the slowest one. */
async function measureOnce(scene: Scene, work: Work, running: ApiProcess[]): Promise<Measurements> {
  const { database } = scene.environment
  const { seconds } = scene.settings
  const plans = await Promise.all(
    running.map(async (server) => ({ server, requests: await listRequests(scene, work, server, seconds) })),
  )
  await database.sql`analyze`
  const before = readCpu(running, database.serverPid)
  const results = await Promise.all(plans.map(({ server, requests }) => runBurst(server, requests, seconds)))
  const after = readCpu(running, database.serverPid)
  const busy = shareBusy(before.machine, after.machine)
  if (busy > SATURATED_SHARE)
    process.stderr.write(`the machine was ${Math.round(100 * busy)} % busy: it limits the throughput\n`)
  const total = (figure: 'requests' | 'errors' | 'bytes') => sum(results.map((result) => result[figure]))
  const worst = (figure: `p${50 | 90 | 95 | 99}Milliseconds`) =>
    Math.max(...results.map((result) => result[figure]))
  const [server, postgres] = [after.servers - before.servers, after.postgres - before.postgres]
  const perRequest = (cpuSeconds: number) => (cpuSeconds * 1_000_000) / total('requests')
  return {
    requestsPerSecond: sum(results.map((result) => result.requests / result.seconds)) / running.length,
    p50Milliseconds: worst('p50Milliseconds'),
    p90Milliseconds: worst('p90Milliseconds'),
    p95Milliseconds: worst('p95Milliseconds'),
    p99Milliseconds: worst('p99Milliseconds'),
    errors: total('errors'),
    cpuMicrosecondsPerRequest: perRequest(server),
    postgresMicrosecondsPerRequest: perRequest(postgres),
    costMicrosecondsPerRequest: perRequest(server + postgres),
    requestsPerCpuSecond: total('requests') / (server + postgres),
    bytesPerAnswer: total('bytes') / total('requests'),
    shareOfOthers: shareOfOthers(before.machine, after.machine),
  }
}

async function listRequests(
  { environment, lessons }: Scene,
  work: Work,
  { learners }: ApiProcess,
  seconds: number,
): Promise<Request[]> {
  if (work === 'read')
    return learners.map(({ token }, index) => ({
      method: 'GET',
      path: `/api/v2/course/${lessons[index % lessons.length]!.courseId}`,
      headers: { Authorization: `Bearer ${token}` },
    }))
  const count = seconds * MAX_COMPLETIONS_PER_SECOND
  const next = await listNextLessons(environment.database.sql, learners, lessons, count)
  return next.map(({ lesson, token }) => completionRequest(lesson.id, token))
}

function runBurst({ port }: RunningProcess, requests: Request[], seconds: number): Promise<LoadResult> {
  const isOnce = requests[0]!.method === 'POST'
  return runClosedLoop({ port, requests, seconds, connections: CONNECTIONS, expectedStatus: 200, isOnce })
}

function readCpu(running: ApiProcess[], databasePid: number) {
  const processes = listProcesses()
  return {
    servers: sum(running.map(({ pid }) => cpuSecondsOf(pid, processes))),
    postgres: cpuSecondsOf(databasePid, processes),
    machine: observeMachine(processes, databasePid),
  }
}

async function report({ environment, settings, rounds }: Scene): Promise<boolean> {
  const implementations: Implementation[] = WORK_NAMES.flatMap((work) =>
    PROCESS_COUNTS.map((count) => ({
      ...lyceumImplementation,
      name: `${work}-${count}`,
      title: `Lyceum, ${WORKS[work]}, each of ${count} ${count === 1 ? 'process' : 'processes'}`,
    })),
  )
  const goals = WORK_NAMES.flatMap((work) =>
    PROCESS_COUNTS.slice(1).map((count): Goal => {
      const between = { contestant: `${work}-${count}`, against: `${work}-1` }
      return { title: 'throughput of a process', figure: 'requestsPerSecond', ...between, atLeast: GOAL }
    }),
  )
  const summary = summarize(rounds, goals)
  const path = await writeResult({
    benchmark: { name: 'scale', summary: SCALE_SUMMARY, implementations },
    runningImplementations: implementations.map((implementation) => ({ implementation })),
    database: environment.database,
    settings,
    rounds,
    summary,
  })
  console.log(`\nscale: ${SCALE_SUMMARY}\n`)
  console.log(renderTable(implementations, summary))
  const warning = renderNoiseWarning(summary)
  if (warning) console.log(`\n${warning}`)
  console.log(`\nWritten to ${path}`)
  return summary.verdicts.every(({ met }) => met !== false)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
