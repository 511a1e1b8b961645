import { mkdir } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import type { Database } from './database.ts'
import type { Entrant, Rounds, Settings } from './measure.ts'
import type { Summary } from './summary.ts'

const RESULTS_FOLDER = join(import.meta.dir, '../results')

type Report = {
  benchmark: Benchmark
  entrants: Entrant[]
  database: Database
  settings: Settings
  rounds: Rounds
  summary: Summary
}

/** Writes what was seen, with all that is needed to judge it later and nothing that names the machine. */
export async function writeReport(report: Report): Promise<string> {
  const { benchmark, entrants, database, settings, rounds, summary } = report
  const versions = await Promise.all(entrants.map(({ contestant }) => contestant.versions()))
  const content = {
    benchmark: benchmark.name,
    summary: benchmark.summary,
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cores: availableParallelism(),
      arch: arch(),
      platform: platform(),
      processor: cpus()[0]?.model,
      memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    },
    versions: Object.assign({ postgresql: database.version }, ...versions),
    settings,
    goals: summary.verdicts.map(({ goal, ...measured }) => ({ ...goal, ...roundAll(measured) })),
    contestants: entrants.map(({ contestant: { name, title } }) => ({
      name,
      title,
      median: roundAll(summary.medians.get(name)!),
      rounds: rounds.get(name)!.map(roundAll),
    })),
  }
  await mkdir(RESULTS_FOLDER, { recursive: true })
  // A run of only some contestants must not replace the figures of a whole one.
  const whole = entrants.length === benchmark.contestants.length
  const path = join(RESULTS_FOLDER, `${benchmark.name}${whole ? '' : '.partial'}.json`)
  await Bun.write(path, `${JSON.stringify(content, null, 2)}\n`)
  return path
}

function roundAll<T extends object>(figures: T): T {
  const entries = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
  ])
  return Object.fromEntries(entries) as T
}
