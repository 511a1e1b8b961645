import { join } from 'node:path'
import { type OpenLoopResult, runOpenLoop } from './overload/open-loop-plan.ts'
import { runClosedLoop } from './runner/closed-loop-plan.ts'
import type { Request } from './runner/request.ts'
import { type SoakEnvironment, startSoakEnvironment } from './soak/start-environment.ts'

const RESULTS = join(import.meta.dir, 'results')
const LEARNERS = 4_000
const CAPACITY_SECONDS = 10
const CALM_SECONDS = 10
const TIMES_CAPACITY = 3
const CALM_SHARE = 0.5
const CONNECTIONS = 8_000
/** The maximum time until recovery, and the latency that counts as recovered. */
const NORMAL_WITHIN_SECONDS = 10
const NORMAL_P99_TIMES = 3
/** How long an accepted request may take in the storm, 99 of 100. */
export const STORM_P99_MS = 1500
const NORMAL_P99_MS = 100
/** The only error responses that are allowed under overload. */
const ALLOWED = /^(429|503)( |$)/

export const OVERLOAD_SUMMARY =
  'three times as much as it can do, for a minute: good answers, 429 and 503 only, and normal ten seconds later (itself)'

/** Returns whether the service shed the excess load, answered the rest, and recovered in time. */
export async function benchOverload(seconds: number): Promise<boolean> {
  // Uses the rate limits of development, which one learner does not reach.
  await using environment = await startSoakEnvironment(LEARNERS, {
    RATE_LIMITS: 'on',
    DATABASE_POOL_SIZE: '16',
  })
  const { port } = environment.server
  const requests = mix(environment)
  const load = (perSecond: number, length: number) =>
    runOpenLoop({
      port,
      perSecond: Math.round(perSecond),
      seconds: length,
      connections: CONNECTIONS,
      requests,
    })
  await runClosedLoop({ port, connections: 64, seconds: 5, expectedStatus: 200, requests, isOnce: false })
  const closed = await runClosedLoop({
    port,
    connections: 64,
    seconds: CAPACITY_SECONDS,
    expectedStatus: 200,
    requests,
    isOnce: false,
  })
  const capacity = closed.requests / closed.seconds
  process.stderr.write(`overload: ${capacity.toFixed(0)} requests/s is what it can do\n`)
  const calm = await load(CALM_SHARE * capacity, CALM_SECONDS)
  const storm = await load(TIMES_CAPACITY * capacity, seconds)
  const after = await load(CALM_SHARE * capacity, 2 * NORMAL_WITHIN_SECONDS)
  return report({ capacity, calm, storm, after })
}

/**
 * Half are reads of a course, a third other reads, the rest completions; as many of them as possible are
 * first ones.
 */
function mix({ learners, lessons }: SoakEnvironment): Request[] {
  const first = lessons.filter(({ previousId }) => previousId === null)
  return Array.from({ length: 40_000 }, (_, index): Request => {
    const { token } = learners[index % learners.length]!
    const headers = { Authorization: `Bearer ${token}` }
    const kind = index % 6
    const lesson = first[Math.floor(index / learners.length) % first.length]!
    if (kind < 3) return { method: 'GET', path: `/api/v2/course/${lesson.courseId}`, headers }
    if (kind === 3) return { method: 'GET', path: '/api/v2/leaderboard/weekly', headers }
    if (kind === 4) return { method: 'GET', path: '/api/v2/user/profile', headers }
    const path = `/api/v2/user-lessons/${lesson.id}/complete`
    return { method: 'POST', path, headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' }
  })
}

interface OverloadOutcome {
  capacity: number
  calm: OpenLoopResult
  storm: OpenLoopResult
  after: OpenLoopResult
}

function report({ capacity, calm, storm, after }: OverloadOutcome): boolean {
  const normalAfter = secondsUntilNormal(after, calm.p99Milliseconds)
  const phases = { calm, storm, after }
  console.table(
    Object.fromEntries(
      Object.entries(phases).map(
        ([name, { due, good, unanswered, broken, turnedAway, others, p50Milliseconds, p99Milliseconds }]) => [
          name,
          {
            due,
            good,
            refused: Object.values(others).reduce((sum, count) => sum + count, 0),
            broken,
            unanswered,
            'never asked': turnedAway,
            'p50 ms': Number(p50Milliseconds.toFixed(1)),
            'p99 ms': Number(p99Milliseconds.toFixed(1)),
          },
        ],
      ),
    ),
  )
  for (const [what, count] of Object.entries(storm.others))
    console.log(`in the storm, ${count} times: ${what}`)
  console.log(
    normalAfter === undefined
      ? 'afterwards it was not normal again'
      : `normal again ${normalAfter} s after the storm (goal: ${NORMAL_WITHIN_SECONDS})`,
  )
  const strange = [calm, storm, after].flatMap(({ others }) =>
    Object.keys(others).filter((what) => !ALLOWED.test(what)),
  )
  const isClean =
    strange.length === 0 && [calm, storm, after].every((one) => one.broken + one.unanswered === 0)
  if (!isClean)
    console.log(`there was what may not be: ${strange.join(', ') || 'broken or unanswered requests'}`)
  const result = {
    capacity,
    timesCapacity: TIMES_CAPACITY,
    normalAfter,
    isClean,
    ...phases,
    bun: Bun.version,
    at: new Date().toISOString(),
  }
  Bun.write(join(RESULTS, 'overload.json'), `${JSON.stringify(result, null, 2)}\n`)
  const isFast = storm.p99Milliseconds <= STORM_P99_MS
  console.log(
    `in the storm, 99 of 100 good answers within ${storm.p99Milliseconds.toFixed(0)} ms (goal: ${STORM_P99_MS})`,
  )
  return isClean && isFast && normalAfter !== undefined && normalAfter <= NORMAL_WITHIN_SECONDS
}

/** The first second after which no request is refused and latency is at its baseline. */
function secondsUntilNormal({ seconds }: OpenLoopResult, calmP99: number): number | undefined {
  const limit = Math.max(NORMAL_P99_MS, NORMAL_P99_TIMES * calmP99)
  const isNormal = seconds.map(({ refused, p99Milliseconds }) => refused === 0 && p99Milliseconds <= limit)
  const lastBad = isNormal.lastIndexOf(false)
  return lastBad === seconds.length - 1 ? undefined : lastBad + 1
}
