import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { defineJob, jobHandler } from '../transaction/define-job.ts'
import { startJobRunner } from './job-runner.ts'

const everyMinute = defineJob<Record<string, never>>('every-minute')

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
}, 60_000)
afterAll(() => testDatabase.drop())

/** Alone in its file, because a line of the timetable rings on the minute and no sooner. */
test('a line of the timetable rings within its minute, once, although two processes watch the clock', async () => {
  const rings: Date[] = []
  const handlers = [jobHandler(everyMinute, async () => void rings.push(new Date()))]
  const schedule = [{ job: everyMinute, cron: '* * * * *' }]
  const { database, url: databaseUrl } = testDatabase
  const runners = await Promise.all(
    [database, testDatabase.another()].map((pool) =>
      startJobRunner({ database: pool, databaseUrl, handlers, schedule }),
    ),
  )
  const started = performance.now()
  try {
    await waitUntil(() => rings.length > 0, 75)
    reportMeasurement(
      `cron: rang ${rings[0]!.toISOString().slice(17, 23)} s into its minute, ` +
        `${((performance.now() - started) / 1000).toFixed(1)} s after the start`,
    )
    // Long enough for the other process to look at the timetable as well.
    await Bun.sleep(18_000)
    // The queue puts each due line into a queue of its own first, by the minute that it is due for. One may be due just now.
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
}, 150_000)
