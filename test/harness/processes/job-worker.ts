import { Database } from '../../../src/platform/db/database.ts'
import { startJobRunner } from '../../../src/platform/jobs/job-runner.ts'
import { defineJob, jobHandler } from '../../../src/platform/transaction/define-job.ts'

/**
 * A Lyceum in a process of its own that takes up one job, says so on its output, and never finishes it. Tests
 * kill it. It ends with the process that started it, whose end closes its input.
 */
export const crashing = defineJob<{ number: number }>('crashing')

if (import.meta.main) {
  const url = process.env.WORKER_DATABASE_URL ?? ''
  await startJobRunner({
    database: new Database({ url, poolSize: 2 }),
    databaseUrl: url,
    handlers: [
      jobHandler(crashing, async ({ number }) => {
        process.stdout.write(`running ${number}\n`)
        await new Promise(() => {})
      }),
    ],
    schedule: [],
  })
  process.stdout.write('ready\n')
  for await (const _ of process.stdin) break
  process.exit(0)
}
