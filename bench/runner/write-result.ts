import { mkdir } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import type { Database } from './database.ts'
import type { Rounds, RunningImplementation, Settings } from './measure.ts'
import type { Summary } from './summary.ts'

const RESULTS_FOLDER = join(import.meta.dir, '../results')

type BenchmarkRun = {
  benchmark: Pick<Benchmark, 'name' | 'summary' | 'implementations'>
  runningImplementations: Pick<RunningImplementation, 'implementation'>[]
  database: Database
  settings: Settings
  rounds: Rounds
  summary: Summary
}

/** Writes the results with everything that is needed to judge them, and without a name of the machine. */
export async function writeResult(run: BenchmarkRun): Promise<string> {
  const { benchmark, runningImplementations, database, settings, rounds, summary } = run
  const versions = await Promise.all(
    runningImplementations.map(({ implementation }) => implementation.versions()),
  )
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
    contestants: runningImplementations.map(({ implementation: { name, title } }) => ({
      name,
      title,
      median: roundAll(summary.medians.get(name)!),
      rounds: rounds.get(name)!.map(roundAll),
    })),
  }
  await mkdir(RESULTS_FOLDER, { recursive: true })
  // A run of only some implementations, or a quick one, does not replace the results of a complete run.
  const isComplete = runningImplementations.length === benchmark.implementations.length && !settings.isQuick
  const path = join(RESULTS_FOLDER, `${benchmark.name}${isComplete ? '' : '.partial'}.json`)
  await Bun.write(path, `${JSON.stringify(content, null, 2)}\n`)
  return path
}

function roundAll<T extends object>(measurements: T): T {
  const entries = Object.entries(measurements).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
  ])
  return Object.fromEntries(entries) as T
}
