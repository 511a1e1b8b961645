import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { crashing } from '../../../test/harness/processes/job-worker.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { defineJob, jobHandler } from '../transaction/define-job.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite } from '../transaction/write.ts'
import { startJobRunner } from './job-runner.ts'

const WORKER = join(import.meta.dir, '../../../test/harness/processes/job-worker.ts')
const long = defineJob<{ number: number }>('long')

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

test('the job of a killed process runs again in another within a minute, and a slow job does not', async () => {
  const { database, url } = testDatabase
  const write = createWrite(database, reactionTable([]), () => {})
  const child = Bun.spawn([process.execPath, WORKER], {
    env: { ...process.env, WORKER_DATABASE_URL: url, LOG_LEVEL: 'silent' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    let output = ''
    const reading = (async () => {
      for await (const chunk of child.stdout) output += Buffer.from(chunk).toString()
    })()
    await waitUntil(() => output.includes('ready'))
    await write(async (tx) => tx.enqueue(crashing, { number: 1 }))
    await waitUntil(() => output.includes('running 1'))

    const takenUp: number[] = []
    let longRuns = 0
    let longIsDone = false
    let longWasGivenUp = false
    const runner = await startJobRunner({
      database,
      databaseUrl: url,
      handlers: [
        jobHandler(crashing, async () => void takenUp.push(performance.now())),
        jobHandler(long, async (_, { signal }) => {
          longRuns++
          while (takenUp.length === 0) await Bun.sleep(50)
          await Bun.sleep(1_000)
          longWasGivenUp = signal.aborted
          longIsDone = true
        }),
      ],
    })
    try {
      await write(async (tx) => tx.enqueue(long, { number: 2 }))
      await waitUntil(() => longRuns === 1)
      expect(takenUp).toHaveLength(0)
      const killedAt = performance.now()
      child.kill('SIGKILL')
      await child.exited
      await reading
      await waitUntil(() => takenUp.length > 0)
      reportMeasurement(
        `killed worker: its job ran again after ${((takenUp[0]! - killedAt) / 1000).toFixed(1)} s`,
      )
      await waitUntil(() => longIsDone)
      expect(longRuns).toBe(1)
      expect(longWasGivenUp).toBe(false)
      await waitUntil(async () => {
        const rows = await database.query<{ state: string }>`
          select state::text as state from pgboss.job where name in ('crashing', 'long')`
        return rows.length === 2 && rows.every(({ state }) => state === 'completed')
      })
      expect(takenUp).toHaveLength(1)
    } finally {
      await runner.stop()
    }
  } finally {
    child.kill('SIGKILL')
  }
})
