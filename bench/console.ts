import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { countCohorts } from '../src/modules/platform-figures/count-cohorts.ts'
import { countPlatformStats } from '../src/modules/platform-figures/count-stats.ts'
import { Database } from '../src/platform/db/database.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import { listConsoleReads } from './console/console-reads.ts'
import { fillConsole } from './console/fill-console.ts'
import { createEnvironment } from './runner/create-environment.ts'
import { startLyceum } from './runner/lyceum-implementation.ts'
import { signLyceumTokens } from './runner/lyceum-tokens.ts'

const RESULTS = join(import.meta.dir, 'results')
const REPEATS = 50
const GOAL_MS = 200
/** A response that reads more rows than this by sequential scans counts as a scan of the table. */
const SCAN_ROW_LIMIT = 10_000

export const CONSOLE_SUMMARY =
  'every request of the console with a million users and ten million ledger entries'

interface Measured {
  name: string
  p50Ms: number
  p95Ms: number
  /** Tables that were scanned, with the number of rows for one response. */
  scanned: string[]
}

/** Measures whether every request of the console is answered quickly. Returns whether all of them are. */
export async function benchConsole(users: number): Promise<boolean> {
  await using environment = await createEnvironment()
  const { url } = environment.database
  // Runs without jobs, because jobs would count while a request is measured.
  const server = await startLyceum(environment, url, { ROLE: 'api' })
  await timed(`filled with ${users.toLocaleString('en-US')} users`, () => fillConsole(url, users))
  await countFigures(url)
  const sql = new Bun.SQL(url, { max: 1 })
  const measured: Measured[] = []
  try {
    const [admin] = await sql`
      update user_account set role = 'ADMIN', two_factor_enabled_at = now()
      where id = (select id from user_account where username like 'seeded%' limit 1) returning id`
    const [token] = await signLyceumTokens(environment, [admin.id], 'ADMIN')
    const headers = { authorization: `Bearer ${token}` }
    for (const { name, path } of await listConsoleReads(sql))
      measured.push(
        await measure({ name, url: `http://127.0.0.1:${server.port}/api/v2${path}`, headers, sql }),
      )
  } finally {
    await sql.close()
  }
  return report(users, measured)
}

async function countFigures(url: string): Promise<void> {
  const database = new Database({ url, poolSize: 2 })
  const platform = { db: database.query, write: createWrite(database, reactionTable([]), () => {}) }
  const run = { now: new Date() }
  await timed('counted the figures of all days', () => countPlatformStats(platform, run))
  await timed('counted the figures of the open days again', () => countPlatformStats(platform, run))
  await timed('counted all cohorts', () => countCohorts(platform, run))
  await timed('counted the open cohorts again', () => countCohorts(platform, run))
  await database.close()
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work()
  process.stderr.write(`${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

async function measure({
  name,
  url,
  headers,
  sql,
}: {
  name: string
  url: string
  headers: Record<string, string>
  sql: Bun.SQL
}): Promise<Measured> {
  const send = async () => {
    const startedAt = performance.now()
    const response = await fetch(url, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`)
    return performance.now() - startedAt
  }
  await send()
  const before = await rowsScanned(sql)
  const times: number[] = []
  for (let time = 0; time < REPEATS; time++) times.push(await send())
  times.sort((one, other) => one - other)
  // PostgreSQL reports statistics with a delay of up to a second.
  await Bun.sleep(1_100)
  const scanned = [...(await rowsScanned(sql))].flatMap(([table, rows]) => {
    const each = Math.round((rows - (before.get(table) ?? 0)) / REPEATS)
    return each > SCAN_ROW_LIMIT ? [`${table} (${each} rows)`] : []
  })
  return { name, p50Ms: times[REPEATS / 2]!, p95Ms: times[Math.ceil(REPEATS * 0.95) - 1]!, scanned }
}

/** The number of rows read by sequential scans since the database was created. */
async function rowsScanned(sql: Bun.SQL): Promise<Map<string, number>> {
  const rows: { table: string; rows: string }[] = await sql`
    select relname as table, seq_tup_read::text as rows from pg_stat_user_tables where schemaname = 'public'`
  return new Map(rows.map(({ table, rows }) => [table, Number(rows)]))
}

async function report(users: number, measured: Measured[]): Promise<boolean> {
  const isMet = ({ p95Ms, scanned }: Measured) => p95Ms <= GOAL_MS && scanned.length === 0
  console.log(`\nconsole: ms a request of ${REPEATS}; goal: p95 at most ${GOAL_MS} ms, no table scanned\n`)
  console.log(`${'request'.padEnd(64)}       p50       p95`)
  for (const row of measured.toSorted((one, other) => other.p95Ms - one.p95Ms))
    console.log(
      `${row.name.padEnd(64)}${row.p50Ms.toFixed(1).padStart(10)}${row.p95Ms.toFixed(1).padStart(10)} ${isMet(row) ? '✓' : '✗'} ${row.scanned.join(', ')}`,
    )
  await mkdir(RESULTS, { recursive: true })
  const path = join(RESULTS, 'console.json')
  const content = {
    benchmark: 'console',
    date: new Date().toISOString().slice(0, 10),
    users,
    goalMs: GOAL_MS,
    requests: measured,
  }
  await Bun.write(path, `${JSON.stringify(content, null, 2)}\n`)
  console.log(`\nWritten to ${path}`)
  return measured.every(isMet)
}
