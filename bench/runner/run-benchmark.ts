import type { Benchmark, Implementation } from './benchmark.ts'
import { requireEqualResponses } from './compare-responses.ts'
import { createEnvironment } from './create-environment.ts'
import { interruptible } from './interruptible.ts'
import { measure, type RunningImplementation, type Settings } from './measure.ts'
import { writePlans } from './query-plans.ts'
import { summarize } from './summary.ts'
import { renderNoiseWarning, renderTable } from './table.ts'
import { writeResult } from './write-result.ts'

/** Runs one benchmark and returns whether all goals were met. An interruption stops all processes. */
export function runBenchmark(benchmark: Benchmark, implementations: Implementation[], settings: Settings) {
  return interruptible(() => runSteps(benchmark, implementations, settings))
}

/** Runs all steps from an empty folder to a printed table. */
async function runSteps(benchmark: Benchmark, implementations: Implementation[], settings: Settings) {
  const present = implementations.filter(isPresent)
  for (const implementation of present) await implementation.build?.()
  await using environment = await createEnvironment()
  const prepared = await benchmark.prepare(environment)
  const runningImplementations: RunningImplementation[] = []
  for (const implementation of present) {
    const started = prepared.alreadyRunning.get(implementation.name)
    const running =
      started ?? ('start' in implementation ? await implementation.start(environment) : undefined)
    runningImplementations.push({ implementation, process: running })
  }

  await requireEqualResponses(benchmark, runningImplementations, prepared)
  await prepared.check?.(
    new Map(runningImplementations.map(({ implementation, process }) => [implementation.name, process])),
  )
  const rounds = await measure(runningImplementations, { environment, prepared, settings })
  const plansPath = prepared.plans && (await writePlans(benchmark.name, await prepared.plans()))
  const summary = summarize(rounds, benchmark.goals)
  const path = await writeResult({
    benchmark,
    runningImplementations,
    database: environment.database,
    settings,
    rounds,
    summary,
  })
  const { connections, rounds: count, seconds } = settings
  console.log(`\n${benchmark.name}: ${benchmark.summary}`)
  console.log(`${connections} connections, ${count} rounds of ${seconds} s each in turn, medians\n`)
  console.log(renderTable(implementations, summary))
  const warning = renderNoiseWarning(summary)
  if (warning) console.log(`\n${warning}`)
  const plansNote = plansPath ? `, plans to ${plansPath}` : ''
  console.log(`\nCPU and PostgreSQL are processor time a request. Written to ${path}${plansNote}`)
  return summary.verdicts.every(({ met }) => met !== false)
}

function isPresent(implementation: Implementation): boolean {
  const missing = implementation.missing?.()
  if (missing) console.error(`${implementation.name} is left out: ${missing}`)
  return missing === undefined
}
