import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { cronHandler, defineJob } from '../transaction/define-job.ts'
import { startJobRunner } from './job-runner.ts'

const everyMinute = defineJob<Record<string, never>>('every-minute')

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** In its own file, because cron entries run on the minute and the test takes that long. */
test('a cron entry runs once within its minute, although two processes watch the schedule', async () => {
  const rings: Date[] = []
  const handlers = [cronHandler(everyMinute, '* * * * *', async () => void rings.push(new Date()))]
  const { database, url: databaseUrl } = testDatabase
  const runners = await Promise.all(
    [database, testDatabase.another()].map((pool) =>
      startJobRunner({ database: pool, databaseUrl, handlers }),
    ),
  )
  const started = performance.now()
  try {
    await waitUntil(() => rings.length > 0)
    reportMeasurement(
      `cron: ran ${rings[0]!.toISOString().slice(17, 23)} s into its minute, ` +
        `${((performance.now() - started) / 1000).toFixed(1)} s after the start`,
    )
    // Long enough for the other process to check the schedule as well.
    await Bun.sleep(18_000)
    // The queue first inserts each due entry into its own queue, keyed by the minute. One may be due now.
    let due: { minute: Date }[] = []
    await waitUntil(async () => {
      due = await database.query<{ minute: Date }>`
        select singleton_on as minute from pgboss.job where data->>'name' = ${everyMinute.name}`
      return rings.length === due.length
    })
    expect(due.length).toBeGreaterThan(0)
    expect(new Set(due.map(({ minute }) => minute.getTime())).size).toBe(due.length)
    for (const { minute } of due) expect(minute.getTime() % 60_000).toBe(0)
  } finally {
    await Promise.all(runners.map((runner) => runner.stop()))
  }
})
