import { recordOperatorAuditEntry } from '../../modules/staff-access/public/record-audit-entry.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { isId } from '../../platform/ids.ts'
import {
  countFailedJobs,
  countOutbox,
  listFailedJobs,
  listQueues,
  retryFailedJob,
} from '../../platform/jobs/inspect-jobs.ts'
import type { RunningPlatform } from '../bootstrap/create-platform.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'
import { createProgress } from './progress.ts'
import { type Output, printJson, printTable } from './table.ts'
import { withPlatform, withUnchangedPlatform } from './with-platform.ts'

const toStandardError = (line: string) => console.error(line)

/** Lists the queues with their numbers, as the queue last counted them. */
export async function listJobQueues(environment: Environment, { json }: Output): Promise<void> {
  const list = async ({ db }: RunningPlatform) => {
    const [queues, outbox] = await Promise.all([listQueues(db), countOutbox(db)])
    if (json) return printJson({ queues, outbox })
    printTable(
      ['queue', 'waiting', 'deferred', 'active', 'failed'],
      queues.map(({ name, waiting, deferred, active, failed }) => [name, waiting, deferred, active, failed]),
      'There is no queue: no worker has run yet.',
    )
    console.log(`${outbox} jobs in the outbox.`)
  }
  await withUnchangedPlatform(readConfig(environment), list)
}

interface FailedOptions extends Output {
  queue?: string
  limit: string
}

/** Lists jobs that failed for good, newest first. Their data is not shown: it may be private. */
export async function listFailed(
  environment: Environment,
  { json, queue, limit }: FailedOptions,
): Promise<void> {
  if (!/^[1-9]\d{0,3}$/.test(limit)) return failWith('--limit must be a number from 1 to 9999.')
  const list = async ({ db }: RunningPlatform) => {
    const job = queue ?? null
    const [jobs, total] = await Promise.all([
      listFailedJobs(db, { job, limit: Number(limit), offset: 0 }),
      countFailedJobs(db, job),
    ])
    if (json) return printJson({ jobs, total })
    const rows = jobs.map(({ id, job: name, failedAt, message }) => [
      id,
      name,
      failedAt.toISOString(),
      message ?? '',
    ])
    printTable(['id', 'queue', 'failed', 'error'], rows, 'No job has failed.')
    if (total > jobs.length) console.log(`${jobs.length} of ${total}.`)
  }
  await withUnchangedPlatform(readConfig(environment), list)
}

interface RetryOptions {
  all?: boolean
  queue?: string
  dryRun?: boolean
}

const BATCH = 100

/** Replaces failed jobs by new ones with the same data. Each is in the audit log. */
export async function retryJobs(
  environment: Environment,
  ids: string[],
  options: RetryOptions,
): Promise<void> {
  const wrong = ids.filter((id) => !isId(id))
  if (wrong.length > 0) return failWith(`${wrong.join(', ')}: not the id of a job`)
  if (ids.length > 0 === Boolean(options.all))
    return failWith('Name the jobs by their ids, or all of them with --all (of a queue: --queue).')
  const config = readConfig(environment)
  const listWanted = async (platform: RunningPlatform) =>
    options.all ? await listAllFailed(platform, options.queue) : ids
  if (options.dryRun)
    return withUnchangedPlatform(config, async (platform) =>
      console.log(`Dry run: ${(await listWanted(platform)).length} jobs would run again.`),
    )
  const retry = async (platform: RunningPlatform) => retryAll(platform, await listWanted(platform))
  await withPlatform(config, retry, toStandardError)
}

async function listAllFailed({ db }: RunningPlatform, queue: string | undefined): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = await listFailedJobs(db, { job: queue ?? null, limit: BATCH, offset: ids.length })
    ids.push(...page.map(({ id }) => id))
    if (page.length < BATCH) return ids
  }
}

async function retryAll(platform: RunningPlatform, ids: string[]): Promise<void> {
  const progress = createProgress()
  let retried = 0
  for (const [index, id] of ids.entries()) {
    const job = await platform.write(async (tx) => {
      const found = await retryFailedJob(tx, id)
      if (!found) return undefined
      const state = (name: string) => ({ job: found.job, state: name })
      await recordOperatorAuditEntry(
        tx,
        {
          name: 'job.retried',
          subject: { kind: 'job', id },
          before: state('FAILED'),
          after: state('QUEUED'),
        },
        now(),
      )
      return found.job
    })
    if (job) retried++
    else {
      progress.end()
      failWith(`${id}: no failed job has this id; it was retried or deleted.`, EXIT_CODES.refused)
    }
    progress.show('jobs', index + 1, ids.length)
  }
  progress.end()
  console.log(`${retried} jobs run again.`)
}
