import { Database } from '../../../src/platform/db/database.ts'
import { startJobRunner } from '../../../src/platform/jobs/job-runner.ts'
import { defineJob, jobHandler } from '../../../src/platform/transaction/define-job.ts'

/**
 * A Lyceum process that starts one job, prints that, and never finishes it. Tests kill it. It exits with its
 * parent process, whose exit closes its standard input.
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
  })
  process.stdout.write('ready\n')
  for await (const _ of process.stdin) break
  process.exit(0)
}
