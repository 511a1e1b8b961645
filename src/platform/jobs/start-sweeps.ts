import { cronHandler, defineCronJob, type JobHandler } from '../transaction/define-job.ts'

const startSweepsJob = defineCronJob('platform.start_sweeps')

/**
 * Returns the scheduled job that starts the sweeps with work, each as a job of its own queue: it fails, is retried and is counted
 * there, and does not delay the others. One read after the other, because an idle process should not open more connections.
 */
export function startSweepsHandler(
  handlers: JobHandler[],
  start: (queue: string) => Promise<unknown>,
): JobHandler | undefined {
  const sweeps = handlers.filter(({ hasWork }) => hasWork)
  if (sweeps.length === 0) return undefined
  return cronHandler(startSweepsJob, '* * * * *', async ({ now, signal }) => {
    for (const { job, hasWork } of sweeps) {
      if (signal.aborted) return
      // The run of the sweep itself reports what is wrong.
      if (await hasWork!(now).catch(() => true)) await start(job.name)
    }
  })
}
