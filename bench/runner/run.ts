import type { Benchmark, Contestant } from './benchmark.ts'
import { type Entrant, measure, type Settings } from './measure.ts'
import { openSurroundings } from './open-surroundings.ts'
import { writePlans } from './plans.ts'
import { writeReport } from './report.ts'
import { requireSameAnswers } from './same-answers.ts'
import { stopStartedProcesses } from './start-process.ts'
import { summarize } from './summary.ts'
import { renderNoiseWarning, renderTable } from './table.ts'

/** Runs one benchmark and says whether no goal was missed. Interrupted, it leaves nothing running either. */
export async function runBenchmark(benchmark: Benchmark, contestants: Contestant[], settings: Settings) {
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    // Without its servers the step under way fails soon, and is cleaned up after like any other failure.
    void stopStartedProcesses()
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    return await runSteps(benchmark, contestants, settings)
  } catch (error) {
    if (!interrupted) throw error
    console.error('Interrupted.')
    process.exit(130)
  }
}

/** The whole way from an empty folder to a printed table. */
async function runSteps(benchmark: Benchmark, contestants: Contestant[], settings: Settings) {
  const present = contestants.filter(isPresent)
  for (const contestant of present) await contestant.build?.()
  await using surroundings = await openSurroundings()
  const prepared = await benchmark.prepare(surroundings)
  const entrants: Entrant[] = []
  for (const contestant of present) {
    const started = prepared.alreadyRunning.get(contestant.name)
    const running = started ?? ('start' in contestant ? await contestant.start(surroundings) : undefined)
    entrants.push({ contestant, process: running })
  }

  await requireSameAnswers(benchmark, entrants, prepared)
  await prepared.check?.(new Map(entrants.map(({ contestant, process }) => [contestant.name, process])))
  const rounds = await measure(entrants, { surroundings, prepared, settings })
  const plansPath = await writePlans(benchmark.name, await prepared.plans())
  const summary = summarize(rounds, benchmark.goals)
  const path = await writeReport({
    benchmark,
    entrants,
    database: surroundings.database,
    settings,
    rounds,
    summary,
  })
  const { connections, rounds: count, seconds } = settings
  console.log(`\n${benchmark.name}: ${benchmark.summary}`)
  console.log(`${connections} connections, ${count} rounds of ${seconds} s each in turn, medians\n`)
  console.log(renderTable(contestants, summary))
  const warning = renderNoiseWarning(summary)
  if (warning) console.log(`\n${warning}`)
  console.log(`\nCPU and PostgreSQL are processor time a request. Written to ${path}, plans to ${plansPath}`)
  return summary.verdicts.every(({ met }) => met !== false)
}

function isPresent(contestant: Contestant): boolean {
  const missing = contestant.missing?.()
  if (missing) console.error(`${contestant.name} is left out: ${missing}`)
  return missing === undefined
}
