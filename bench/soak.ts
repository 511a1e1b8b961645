import { join } from 'node:path'
import { observeMachine, shareOfOthers } from './runner/machine-load.ts'
import { listProcesses } from './runner/processes.ts'
import { judgeTrend, type Verdict } from './soak/growth-trend.ts'
import { playBattles } from './soak/play-battles.ts'
import { ResponseStats } from './soak/response-stats.ts'
import { runContests } from './soak/run-contests.ts'
import { type Sample, takeSample, WATCHED } from './soak/sample.ts'
import { chooseScenario, type SoakState, type VirtualUser, walletOf } from './soak/scenarios.ts'
import { type SoakEnvironment, startSoakEnvironment } from './soak/start-environment.ts'

const RESULTS = join(import.meta.dir, 'results')
const LEARNERS = 4_000
const BATTLERS = 40
const CAPACITY_SECONDS = 20
const CONCURRENT_USERS = 32
const LOAD_SHARE = 0.7
const SAMPLE_EVERY_MS = 10_000
/** The maximum number of concurrent visitors. Above it the load is more than 70 per cent of the capacity. */
const MAX_CONCURRENT_USERS = 1_000

export const SOAK_SUMMARY =
  'a mix of learners, contests, battles, payments and webhooks at 70 % of capacity; memory, connections, handles and queues stay flat (itself)'

type Moment = Sample & {
  at: number
  visitsPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
}

/** Returns whether all watched measurements stayed flat and every response was allowed. */
export async function benchSoak(minutes: number): Promise<boolean> {
  await using soakEnvironment = await startSoakEnvironment(LEARNERS, { DATABASE_POOL_SIZE: '16' })
  const { environment, server, learners } = soakEnvironment
  await linkWallets(soakEnvironment)
  const contests = await runContests(environment.database.url)
  const responses = new ResponseStats()
  const state: SoakState = {
    port: server.port,
    lessons: soakEnvironment.lessons,
    contestId: contests.current,
    record: (...response) => responses.record(...response),
  }
  const users: VirtualUser[] = learners.slice(BATTLERS).map((learner) => ({ ...learner, next: 0 }))
  const battles = playBattles(
    server.port,
    learners.slice(0, BATTLERS).map(({ token }) => token),
  )
  process.stderr.write(`soak: measuring the capacity for ${CAPACITY_SECONDS} s …\n`)
  const capacity = await measureCapacity(state, users)
  responses.take()
  responses.bad.clear()
  process.stderr.write(
    `soak: ${capacity.toFixed(0)} visits/s; ${minutes} minutes at ${LOAD_SHARE * 100} % of it\n`,
  )
  const before = observeMachine(listProcesses(), environment.database.serverPid)
  const moments = await soak(soakEnvironment, state, users, {
    rate: LOAD_SHARE * capacity,
    minutes,
    responses,
  })
  const others = shareOfOthers(before, observeMachine(listProcesses(), environment.database.serverPid))
  await battles.stop()
  await contests.stop()
  return report({ minutes, capacity, others, battles: battles.ended(), moments, bad: responses.bad })
}

/** Links a wallet to each learner, so that contract events have a user. */
async function linkWallets({ environment, learners }: SoakEnvironment): Promise<void> {
  const rows = learners.map(({ id }) => ({ id, address: walletOf({ id }) }))
  await environment.database.sql`
    insert into linked_wallet (address, user_id, linked_at)
    select address, id, now() from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, address text)`
}

/** A fixed number of concurrent visitors in a closed loop: their throughput is the capacity. */
async function measureCapacity(state: SoakState, users: VirtualUser[]): Promise<number> {
  const endsAt = performance.now() + CAPACITY_SECONDS * 1000
  let visits = 0
  await Promise.all(
    Array.from({ length: CONCURRENT_USERS }, async (_, worker) => {
      for (let turn = worker; performance.now() < endsAt; turn += CONCURRENT_USERS) {
        await chooseScenario(Math.random)(state, users[turn % users.length]!)
        visits++
      }
    }),
  )
  return visits / CAPACITY_SECONDS
}

interface SoakPlan {
  rate: number
  minutes: number
  responses: ResponseStats
}

/** Visitors arrive at a fixed rate, independent of earlier visitors. */
async function soak(
  soakEnvironment: SoakEnvironment,
  state: SoakState,
  users: VirtualUser[],
  plan: SoakPlan,
): Promise<Moment[]> {
  const { sql } = soakEnvironment.environment.database
  const started = performance.now()
  const moments: Moment[] = []
  let [arrived, present, turn, lastArrived, lastAt] = [0, 0, 0, 0, started]
  const arrivals = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * plan.rate
    for (; arrived < due; arrived++) {
      if (present >= MAX_CONCURRENT_USERS) plan.responses.record('sent home', 503, 0, 'TOO_MANY_AT_ONCE')
      else {
        present++
        void chooseScenario(Math.random)(state, users[turn++ % users.length]!).finally(() => present--)
      }
    }
  }, 5)
  while (performance.now() - started < plan.minutes * 60_000) {
    await Bun.sleep(SAMPLE_EVERY_MS)
    const now = performance.now()
    const { p50Milliseconds, p99Milliseconds } = plan.responses.take()
    const visitsPerSecond = ((arrived - lastArrived) * 1000) / (now - lastAt)
    ;[lastArrived, lastAt] = [arrived, now]
    const sample = await takeSample(sql, soakEnvironment.server)
    moments.push({ at: (now - started) / 1000, visitsPerSecond, p50Milliseconds, p99Milliseconds, ...sample })
    if (moments.length % 6 === 0) process.stderr.write(`soak: ${Math.round((now - started) / 60_000)} min\n`)
  }
  clearInterval(arrivals)
  while (present > 0) await Bun.sleep(50)
  return moments
}

interface SoakOutcome {
  minutes: number
  capacity: number
  others: number
  battles: number
  moments: Moment[]
  bad: Map<string, number>
}

function report({ moments, bad, ...measurements }: SoakOutcome): boolean {
  const verdicts = Object.fromEntries(
    Object.entries(WATCHED).map(([name, tolerance]): [string, Verdict] => [
      name,
      judgeTrend(
        moments.map((moment) => ({ at: moment.at, value: moment[name as keyof Sample] })),
        tolerance,
      ),
    ]),
  )
  console.table(
    Object.fromEntries(
      Object.entries(verdicts).map(([name, { mean, growth, allowed, isFlat }]) => [
        name,
        {
          first: rounded(moments[0]?.[name as keyof Sample] ?? 0),
          mean: rounded(mean),
          last: rounded(moments.at(-1)?.[name as keyof Sample] ?? 0),
          'growth after a third': rounded(growth),
          allowed: rounded(allowed),
          flat: isFlat ? 'yes' : 'NO',
        },
      ]),
    ),
  )
  const visits = moments.reduce((sum, moment) => sum + moment.visitsPerSecond, 0) / (moments.length || 1)
  const worst = Math.max(...moments.map((moment) => moment.p99Milliseconds))
  console.log(
    `capacity ${rounded(measurements.capacity)} visits/s, soaked at ${rounded(visits)}; ${measurements.battles} battles; ` +
      `worst p99 of ten seconds ${rounded(worst)} ms; others took ${rounded(measurements.others * 100)} % of the cores`,
  )
  for (const [what, count] of bad) console.log(`bad answer, ${count} times: ${what}`)
  const result = {
    ...measurements,
    verdicts,
    bad: Object.fromEntries(bad),
    moments,
    bun: Bun.version,
    at: new Date().toISOString(),
  }
  Bun.write(join(RESULTS, 'soak.json'), `${JSON.stringify(result, null, 2)}\n`)
  return bad.size === 0 && Object.values(verdicts).every(({ isFlat }) => isFlat)
}

function rounded(value: number): number {
  return Number(value.toFixed(1))
}
