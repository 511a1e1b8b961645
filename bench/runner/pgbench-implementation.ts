import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchEnvironment, Implementation, Load } from './benchmark.ts'
import type { LoadResult } from './closed-loop-plan.ts'

const VERSIONS_FOLDER = '/usr/lib/postgresql'
/** Logs one in this many transactions for the percentiles; logging all would slow it down. */
const LOGGED_SHARE = 0.1

/** The same number of connections as the pools of the others, because the database is compared. */
const CONNECTIONS = 10

type Pgbench = { title: string; script: string; learners: number }

/** PostgreSQL's own load generator: the throughput of the database without a service. */
export function pgbenchImplementation({ title, script, learners }: Pgbench): Implementation {
  return {
    name: 'pgbench',
    title,
    missing: () =>
      findPgbench()
        ? undefined
        : 'there is no pgbench here. Debian and Ubuntu: apt-get install postgresql-contrib; macOS: brew install postgresql',
    drive: (environment, load) => drive(environment, load, script, learners),
    versions: async () => ({
      pgbench: Bun.spawnSync([findPgbench()!, '--version']).stdout.toString().trim().split(' ')[2] ?? '',
    }),
  }
}

/** Debian installs it beside the server of each version, and not always on the path. */
function findPgbench(): string | undefined {
  const found = Bun.which('pgbench')
  if (found) return found
  try {
    const folders = readdirSync(VERSIONS_FOLDER).sort((a, b) => Number(b) - Number(a))
    const paths = folders.map((version) => join(VERSIONS_FOLDER, version, 'bin/pgbench'))
    return paths.find((path) => Bun.which(path))
  } catch {
    return undefined
  }
}

async function drive(
  { database, scratchFolder }: BenchEnvironment,
  { seconds }: Load,
  script: string,
  learners: number,
): Promise<LoadResult> {
  const prefix = join(scratchFolder, `pgbench-${Bun.randomUUIDv7()}`)
  const variables = { clients: CONNECTIONS, share: Math.floor(learners / CONNECTIONS), turn: 0 }
  const child = Bun.spawn(
    [
      findPgbench()!,
      ...['--no-vacuum', '--protocol=prepared', `--file=${script}`],
      ...[`--client=${CONNECTIONS}`, '--jobs=1', `--time=${seconds}`],
      ...['--log', `--sampling-rate=${LOGGED_SHARE}`, `--log-prefix=${prefix}`],
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
      database.url,
    ],
    {
      env: { PATH: process.env.PATH, PGOPTIONS: '-c TimeZone=UTC' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: (seconds + 30) * 1000,
    },
  )
  const [output, errorOutput] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`pgbench failed: ${errorOutput}\n${output}`)
  return resultOf(output, readFileSync(`${prefix}.${child.pid}`, 'latin1'))
}

function resultOf(output: string, log: string): LoadResult {
  const numberOf = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN)
  const requests = numberOf(/transactions actually processed: (\d+)/)
  const errors = numberOf(/failed transactions: (\d+)/)
  const perSecond = numberOf(/tps = ([\d.]+)/)
  const lines = log.trim().split('\n')
  const sorted = Float64Array.from(lines, (line) => Number(line.split(' ')[2]) / 1000).sort()
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requests,
    errors: Number.isNaN(errors) ? 0 : errors,
    firstError: errors > 0 ? 'a transaction failed' : undefined,
    bytes: 0,
    seconds: requests / perSecond,
    p50Milliseconds: percentile(0.5),
    p90Milliseconds: percentile(0.9),
    p95Milliseconds: percentile(0.95),
    p99Milliseconds: percentile(0.99),
  }
}
