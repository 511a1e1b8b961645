import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Database } from '../db/database.ts'
import { log, workContext } from '../log.ts'
import {
  cronHandler,
  defineJob,
  type JobHandler,
  jobHandler,
  sweepHandler,
} from '../transaction/define-job.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite, type Write } from '../transaction/write.ts'
import { DueJobs } from './due-jobs.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'

let testDatabase: TestDatabase
let database: Database
let write: Write
let runners: JobRunner[] = []

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  write = createWrite(database, reactionTable([]), () => {
    for (const runner of runners) runner.wake()
  })
})

afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  runners = []
})

afterAll(() => testDatabase.drop())

async function start(handlers: JobHandler[], pool = database): Promise<JobRunner> {
  const runner = await startJobRunner({ database: pool, databaseUrl: testDatabase.url, handlers })
  runners.push(runner)
  return runner
}

interface StoredJob {
  id: string
  state: string
  retryCount: number
  data: unknown
}

async function jobsNamed(name: string): Promise<StoredJob[]> {
  return database.query<StoredJob>`
    select id, state::text as state, retry_count as "retryCount", data from pgboss.job
    where name = ${name} order by created_on`
}

test('two runners that start concurrently on a new database both start and share the jobs', async () => {
  const shared = defineJob<{ number: number }>('shared', { concurrency: 5 })
  const runs: number[] = []
  const handler = jobHandler(shared, async ({ number }) => {
    runs.push(number)
    await Bun.sleep(5)
  })
  await Promise.all([start([handler]), start([handler], testDatabase.another())])
  await Promise.all(
    Array.from({ length: 100 }, (_, number) => write(async (tx) => tx.enqueue(shared, { number }))),
  )
  await waitUntil(() => runs.length >= 100)
  await Bun.sleep(200)
  expect(runs.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 100 }, (_, number) => number),
  )
})

test('an enqueued job runs soon after its commit with its data, id and context', async () => {
  const greet = defineJob<{ name: string }>('greet')
  const runs: { data: unknown; id: string; isAborted: boolean; jobId: string | undefined; at: number }[] = []
  await start([
    jobHandler(greet, async (data, { id, signal }) => {
      const jobId = workContext.getStore()?.jobId
      runs.push({ data, id, isAborted: signal.aborted, jobId, at: performance.now() })
    }),
  ])
  const latencies: number[] = []
  for (let round = 1; round <= 10; round++) {
    const committed = await write(async (tx) => tx.enqueue(greet, { name: 'Ada' })).then(() =>
      performance.now(),
    )
    await waitUntil(() => runs.length === round)
    latencies.push(runs[round - 1]!.at - committed)
  }
  latencies.sort((one, other) => one - other)
  reportMeasurement(
    `commit to run: median ${latencies[5]!.toFixed(0)} ms, slowest ${latencies[9]!.toFixed(0)} ms`,
  )
  // The queue polls every two seconds. The fastest run counts, because the machine may be busy.
  expect(latencies[0]).toBeLessThan(500)
  expect(runs[0]!.data).toEqual({ name: 'Ada' })
  expect(runs[0]!.isAborted).toBe(false)
  expect(runs[0]!.jobId).toBe(runs[0]!.id)
  await waitUntil(async () => (await jobsNamed('greet')).every(({ state }) => state === 'completed'))
  expect((await jobsNamed('greet')).map(({ id }) => id)).toContain(runs[0]!.id)
})

test('a delayed job does not start before its time', async () => {
  const remind = defineJob<{ number: number }>('remind')
  let ranAt = 0
  await start([
    jobHandler(remind, async () => {
      ranAt = Date.now()
    }),
  ])
  const startAfter = new Date(Date.now() + 2_000)
  await write(async (tx) => tx.enqueue(remind, { number: 1 }, { startAfter }))
  await waitUntil(() => ranAt > 0)
  expect(ranAt).toBeGreaterThanOrEqual(startAfter.getTime())
})

test('a failing job is retried with pauses until it succeeds, and jobs of its batch are not', async () => {
  const flaky = defineJob<{ isFlaky: boolean }>('flaky', { retryDelaySeconds: 1 })
  const times: number[] = []
  let neighbourRuns = 0
  await start([
    jobHandler(flaky, async ({ isFlaky }) => {
      if (!isFlaky) neighbourRuns++
      else if (times.push(performance.now()) < 3) throw new Error('not yet')
    }),
  ])
  await write(async (tx) => {
    tx.enqueue(flaky, { isFlaky: true })
    tx.enqueue(flaky, { isFlaky: false })
  })
  await waitUntil(() => times.length === 3)
  await waitUntil(async () => (await jobsNamed('flaky')).every(({ state }) => state === 'completed'))
  const pauses = [times[1]! - times[0]!, times[2]! - times[1]!]
  reportMeasurement(`tried again after ${pauses.map((pause) => `${Math.round(pause)} ms`).join(' and ')}`)
  for (const pause of pauses) expect(pause).toBeGreaterThan(900)
  expect(neighbourRuns).toBe(1)
  expect((await jobsNamed('flaky')).map(({ retryCount }) => retryCount).sort()).toEqual([0, 2])
})

test('a job that fails on its last attempt becomes a dead letter with its data, and is logged', async () => {
  const hopeless = defineJob<{ number: number }>('hopeless', { retries: 1, retryDelaySeconds: 1 })
  let runs = 0
  const warned = spyOn(log, 'warn')
  await start([
    jobHandler(hopeless, async () => {
      runs++
      throw new Error('never')
    }),
  ])
  await write(async (tx) => tx.enqueue(hopeless, { number: 13 }))
  await waitUntil(async () => (await jobsNamed('dead-letters')).length === 1)
  await Bun.sleep(300)
  expect(runs).toBe(2)
  expect((await jobsNamed('dead-letters'))[0]!.data).toEqual({ number: 13 })
  expect((await jobsNamed('hopeless'))[0]!.state).toBe('failed')
  const logged = warned.mock.calls.map(
    (fields) => fields as unknown as [{ job?: string; error: string }, string],
  )
  const ours = logged.filter(([{ job }]) => job === 'hopeless')
  warned.mockRestore()
  expect(ours.map(([, message]) => message)).toEqual([
    'jobs: run failed; retrying',
    'jobs: run failed; no attempts left',
  ])
  expect(ours[0]![0].error).toStartWith('Error: never\n')
})

test('a run that exceeds its time limit fails and is retried, and jobs of its batch are not run again', async () => {
  const endless = defineJob<{ number: number }>('endless', { timeLimitSeconds: 1, retryDelaySeconds: 1 })
  const signals: AbortSignal[] = []
  const neighbours: number[] = []
  await start([
    jobHandler(endless, async ({ number }, { signal }) => {
      if (number > 0) neighbours.push(number)
      else if (signals.push(signal) === 1) await new Promise(() => {})
    }),
  ])
  await write(async (tx) => {
    for (let number = 0; number < 4; number++) tx.enqueue(endless, { number })
  })
  await waitUntil(() => signals.length === 2)
  expect(signals[0]!.aborted).toBe(true)
  await waitUntil(async () => (await jobsNamed('endless')).every(({ state }) => state === 'completed'))
  expect(neighbours.sort()).toEqual([1, 2, 3])
})

test('jobs with a concurrency of one follow each other without a pause', async () => {
  const single = defineJob<{ number: number }>('single', { concurrency: 1 })
  let runs = 0
  let running = 0
  let maxRunning = 0
  await start([
    jobHandler(single, async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await Bun.sleep(5)
      running--
      runs++
    }),
  ])
  await write(async (tx) => {
    for (let number = 0; number < 50; number++) tx.enqueue(single, { number })
  })
  const started = performance.now()
  await waitUntil(() => runs === 50)
  reportMeasurement(`50 jobs one at a time took ${Math.round(performance.now() - started)} ms`)
  // With a pause after each they would take a minute.
  expect(performance.now() - started).toBeLessThan(25_000)
  expect(maxRunning).toBe(1)
})

test('stop aborts the signal of the running job, lets it finish, and starts no other', async () => {
  const steady = defineJob<{ number: number }>('steady', { concurrency: 1 })
  const begun: number[] = []
  const finished: number[] = []
  let wasAborted = false
  const runner = await start([
    jobHandler(steady, async ({ number }, { signal }) => {
      begun.push(number)
      await waitUntil(() => signal.aborted)
      wasAborted = true
      await Bun.sleep(300)
      finished.push(number)
    }),
  ])
  await write(async (tx) => {
    tx.enqueue(steady, { number: 1 })
    tx.enqueue(steady, { number: 2 })
  })
  await waitUntil(() => begun.length === 1)
  const started = performance.now()
  await runner.stop()
  const took = performance.now() - started
  reportMeasurement(`graceful stop took ${Math.round(took)} ms`)
  // Jobs of one transaction have no order.
  const [first] = begun
  expect(finished).toEqual([first!])
  expect(wasAborted).toBe(true)
  // The wait is limited to twelve seconds.
  expect(took).toBeLessThan(10_000)
  await Bun.sleep(500)
  expect(begun).toEqual([first!])
  const states = (await jobsNamed('steady')).map(({ state }) => state).sort()
  expect(states).toEqual(['completed', 'created'])
})

test('stop waits for a short job only until it ends', async () => {
  const brief = defineJob<{ number: number }>('brief')
  const times: number[] = []
  for (let round = 1; round <= 5; round++) {
    let begun = 0
    const runner = await start([
      jobHandler(brief, async () => {
        begun++
        await Bun.sleep(50)
      }),
    ])
    await write(async (tx) => tx.enqueue(brief, { number: round }))
    await waitUntil(() => begun === 1)
    const started = performance.now()
    await runner.stop()
    times.push(performance.now() - started)
  }
  const fastest = Math.min(...times)
  reportMeasurement(`stop during a job of 50 ms took ${Math.round(fastest)} ms`)
  // A supervisor may wait only half a second. The fastest run counts, because the machine may be busy.
  expect(fastest).toBeLessThan(450)
})

test('a cron entry that was removed stops running, and a changed one runs at its new time', async () => {
  const daily = defineJob<Record<string, never>>('daily')
  const hourly = defineJob<Record<string, never>>('hourly')
  const nothing = async () => {}
  const timetable = () =>
    database.query<{ name: string; cron: string }>`select name, cron from pgboss.schedule order by name`
  const first = await start([
    cronHandler(daily, '0 3 * * *', nothing),
    cronHandler(hourly, '5 * * * *', nothing),
  ])
  expect([...(await timetable())]).toEqual([
    { name: 'daily', cron: '0 3 * * *' },
    { name: 'hourly', cron: '5 * * * *' },
  ])
  await first.stop()
  await start([cronHandler(daily, '0 4 * * *', nothing), jobHandler(hourly, nothing)])
  expect([...(await timetable())]).toEqual([{ name: 'daily', cron: '0 4 * * *' }])
})

test('one scheduled job starts the sweeps that have work, each as a job of its own queue', async () => {
  const due = defineJob<Record<string, never>>('due-sweep', { retries: 0 })
  const unknown = defineJob<Record<string, never>>('unknown-sweep', { retries: 0 })
  const idle = defineJob<Record<string, never>>('idle-sweep', { retries: 0 })
  const runs: string[] = []
  const runOf = (name: string) => async () => {
    runs.push(name)
    throw new Error(`${name} failed`)
  }
  await start([
    sweepHandler(unknown, () => Promise.reject(new Error('no answer')), runOf('unknown')),
    sweepHandler(idle, async () => false, runOf('idle')),
    sweepHandler(due, async () => true, runOf('due')),
  ])
  const schedule = await database.query<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule order by name`
  expect([...schedule]).toEqual([{ name: 'platform.start_sweeps', cron: '* * * * *' }])
  await write(async (tx) => tx.enqueue(defineJob('platform.start_sweeps'), {}))
  await waitUntil(async () =>
    (await jobsNamed('platform.start_sweeps')).every(({ state }) => state === 'completed'),
  )
  await waitUntil(() => runs.length >= 2)
  expect(runs.toSorted()).toEqual(['due', 'unknown'])
  // The failure belongs to the sweep: that of another one did not stop it, and the job that started it is done.
  await waitUntil(async () => (await jobsNamed('due-sweep')).every(({ state }) => state === 'failed'))
  expect(await jobsNamed('idle-sweep')).toEqual([])
})

test('a failed run that will be retried is looked for soon, and one without retries is not', async () => {
  const expected = spyOn(DueJobs.prototype, 'expectDelayedJob')
  try {
    const retried = defineJob<{ number: number }>('retried-soon', { retries: 1, retryDelaySeconds: 1 })
    const final = defineJob<{ number: number }>('never-retried', { retries: 0 })
    let runs = 0
    const fail = async () => {
      runs++
      throw new Error('not yet')
    }
    await start([jobHandler(retried, fail), jobHandler(final, fail)])
    await write(async (tx) => tx.enqueue(final, { number: 1 }))
    await waitUntil(async () => (await jobsNamed('never-retried'))[0]?.state === 'failed')
    expect([runs, expected.mock.calls.length]).toEqual([1, 0])
    await write(async (tx) => tx.enqueue(retried, { number: 1 }))
    await waitUntil(() => runs >= 2)
    expect(expected.mock.calls.length).toBeGreaterThan(0)
  } finally {
    expected.mockRestore()
  }
})

describe('the health of the runner', () => {
  test('the runner is unhealthy while the relay cannot move jobs, and recovers', async () => {
    const runner = await start([])
    expect(runner.isHealthy()).toBe(true)
    await database.query`alter table outbox rename to outbox_away`
    try {
      await waitUntil(() => !runner.isHealthy())
      for (let sample = 0; sample < 30; sample++) {
        await Bun.sleep(100)
        expect(runner.isHealthy()).toBe(false)
      }
    } finally {
      await database.query`alter table outbox_away rename to outbox`
    }
    await waitUntil(() => runner.isHealthy())
  })

  test('the runner is unhealthy while the queue keeps failing, and recovers after some time', async () => {
    const polled = defineJob<Record<string, never>>('polled')
    const runner = await start([jobHandler(polled, async () => {})])
    const warned = spyOn(log, 'warn')
    await database.query`alter table pgboss.job rename to job_away`
    try {
      await waitUntil(() => !runner.isHealthy())
      for (let sample = 0; sample < 50; sample++) {
        await Bun.sleep(100)
        expect(runner.isHealthy()).toBe(false)
      }
    } finally {
      await database.query`alter table pgboss.job_away rename to job`
    }
    const logged = JSON.stringify(warned.mock.calls)
    warned.mockRestore()
    expect(logged).toContain('pgboss.job')
    expect(logged).not.toContain('[object Object]')
    await waitUntil(() => runner.isHealthy())
  })
})
