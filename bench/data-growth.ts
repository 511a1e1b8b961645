import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fillDatabase } from './data-growth/fill-database.ts'
import type { MeasuredOperation } from './data-growth/measured-operation.ts'
import { listReads } from './data-growth/reads.ts'
import { listReviewAnswers } from './data-growth/review-answers.ts'
import type { BenchEnvironment } from './runner/benchmark.ts'
import { runClosedLoop } from './runner/closed-loop-plan.ts'
import { createEnvironment } from './runner/create-environment.ts'
import { startLyceum } from './runner/lyceum-implementation.ts'
import { signLyceumTokens } from './runner/lyceum-tokens.ts'
import { cpuSecondsOf, listProcesses } from './runner/processes.ts'
import type { RunningProcess } from './runner/start-process.ts'

const RESULTS = join(import.meta.dir, 'results')
const SAMPLE = 200
const CONNECTIONS = 8
const SECONDS = 2
/** A response that reads more rows than this by sequential scans counts as a scan of the table. */
const SCAN_ROW_LIMIT = 1_000

export const DATA_GROWTH_SUMMARY =
  'every read of a learner, and the answer to a review, with ever more learners in the database (itself)'

interface Cost {
  microseconds: number
  /** Tables that were scanned, with the number of rows for one response. */
  walked: Record<string, number>
}

type Costs = Map<string, Cost[]>

/**
 * Measures whether the cost of any read, or of an answer to a review, grows more than logarithmically with the number of
 * learners. Returns whether none does.
 */
export async function benchDataGrowth(sizes: number[], only: string[] = ['']): Promise<boolean> {
  await using environment = await createEnvironment()
  const costs: Costs = new Map()
  for (const size of sizes) await measureSize(environment, size, only, costs)
  return report(sizes, costs, only[0] === '' ? 'growth.json' : 'growth.partial.json')
}

async function measureSize(
  environment: BenchEnvironment,
  size: number,
  only: string[],
  costs: Costs,
): Promise<void> {
  const { database } = environment
  await database.sql.unsafe(`create database growth_${size}`)
  const url = Object.assign(new URL(database.url), { pathname: `/growth_${size}` }).toString()
  // Runs without jobs, because jobs would scan all learners while a read is measured.
  const server = await startLyceum(environment, url, { ROLE: 'api' })
  const startedAt = performance.now()
  await fillDatabase(url, size)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stderr.write(`filled with ${size.toLocaleString('en-US')} learners in ${seconds} s\n`)
  const sql = new Bun.SQL(url, { max: 1 })
  try {
    const ids: { id: string }[] = await sql`
      select id from user_account where username like 'seeded%' order by random() limit ${SAMPLE}`
    const tokens = await signLyceumTokens(
      environment,
      ids.map(({ id }) => id),
    )
    const users = ids.map(({ id }, index) => ({ id, token: tokens[index]! }))
    const operations = [...(await listReads(server.port, users)), await listReviewAnswers(environment, sql)]
    for (const operation of operations) {
      if (!only.some((part) => operation.name.includes(part))) continue
      const cost = await measureOperation(operation, server, database.serverPid, sql)
      costs.set(operation.name, [...(costs.get(operation.name) ?? []), cost])
    }
  } finally {
    await sql.close()
  }
}

async function measureOperation(
  { name, warmUp, requests: planned, isOnce }: MeasuredOperation,
  server: RunningProcess,
  databasePid: number,
  sql: Bun.SQL,
): Promise<Cost> {
  const load = {
    port: server.port,
    connections: CONNECTIONS,
    expectedStatus: 200,
    isOnce,
  }
  await runClosedLoop({ ...load, requests: warmUp, seconds: 1 })
  const rowsBefore = await rowsWalked(sql)
  const before = listProcesses()
  const { requests, errors, firstError } = await runClosedLoop({
    ...load,
    requests: planned,
    seconds: SECONDS,
  })
  const after = listProcesses()
  if (requests === 0 || errors > 0) throw new Error(`${name}: ${errors} errors, first: ${firstError}`)
  // PostgreSQL reports statistics with a delay of up to a second.
  await Bun.sleep(1_200)
  const rowsAfter = await rowsWalked(sql)
  const spent = [server.pid, databasePid].map((pid) => cpuSecondsOf(pid, after) - cpuSecondsOf(pid, before))
  const walked = Object.fromEntries(
    [...rowsAfter]
      .map(([table, rows]) => [table, Math.round((rows - (rowsBefore.get(table) ?? 0)) / requests)] as const)
      .filter(([, rows]) => rows > SCAN_ROW_LIMIT),
  )
  return { microseconds: ((spent[0]! + spent[1]!) * 1_000_000) / requests, walked }
}

/** The number of rows read by sequential scans since the database was created. */
async function rowsWalked(sql: Bun.SQL): Promise<Map<string, number>> {
  const rows: { table: string; rows: string }[] = await sql`
    select relname as table, seq_tup_read::text as rows from pg_stat_user_tables where schemaname = 'public'`
  return new Map(rows.map(({ table, rows }) => [table, Number(rows)]))
}

async function report(sizes: number[], costs: Costs, fileName: string): Promise<boolean> {
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!]
  const limit = Math.log(largest) / Math.log(smallest)
  const rows = [...costs]
    .filter(([, list]) => list.length === sizes.length)
    .map(([name, list]) => {
      const ratio = list.at(-1)!.microseconds / list[0]!.microseconds
      const walked = Object.entries(list.at(-1)!.walked).map(([table, count]) => `${table} (${count} rows)`)
      return {
        name,
        microseconds: list.map((cost) => Math.round(cost.microseconds)),
        ratio,
        walked,
        met: ratio <= limit && walked.length === 0,
      }
    })
    .sort((one, other) => other.ratio - one.ratio)
  const titles = sizes.map((size) => size.toLocaleString('en-US').padStart(10))
  console.log(
    `\ngrowth: µs of CPU and PostgreSQL an answer; goal: at most ${limit.toFixed(2)} × from first to last, no table walked through\n`,
  )
  console.log(`${'operation'.padEnd(58)}${titles.join('')}     ratio`)
  for (const { name, microseconds, ratio, walked, met } of rows) {
    const measurements = microseconds.map((value) => value.toLocaleString('en-US').padStart(10)).join('')
    console.log(
      `${name.padEnd(58)}${measurements}  ${ratio.toFixed(2).padStart(6)} × ${met ? '✓' : '✗'} ${walked.join(', ')}`,
    )
  }
  await mkdir(RESULTS, { recursive: true })
  const path = join(RESULTS, fileName)
  const content = {
    benchmark: 'growth',
    date: new Date().toISOString().slice(0, 10),
    sizes,
    limit,
    reads: rows,
  }
  await Bun.write(path, `${JSON.stringify(content, null, 2)}\n`)
  console.log(`\nWritten to ${path}`)
  return rows.every(({ met }) => met)
}
