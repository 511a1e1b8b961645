import { join } from 'node:path'
import {
  type Baseline,
  betterOf,
  type Comparison,
  compareWithBaseline,
  type QuickRatio,
  replaceRatios,
} from './quick/compare-baseline.ts'
import { runForResult } from './quick/run-for-result.ts'
import type { Goal } from './runner/benchmark.ts'

/** Beside Lyceum only the peers that are lower bounds and need no packages. */
const IMPLEMENTATIONS: Record<string, string> = {
  read: 'lyceum,bare,lyceum-one,bare-one',
  complete: 'lyceum,pgbench',
}
const SETTINGS = ['--seconds', '4', '--rounds', '3']
const BASELINE = join(import.meta.dir, 'quick/baseline.json')
const RESULTS = join(import.meta.dir, 'results')

export const QUICK_BENCHMARKS = Object.keys(IMPLEMENTATIONS)

/**
 * Runs short forms of the benchmarks and compares their ratios with the stored ones. A ratio that is worse is
 * measured a second time. Returns whether none is worse. With `store`, or for a benchmark without stored ratios, the
 * ratios become the baseline.
 */
export async function benchQuick(names: string[], store: boolean): Promise<boolean> {
  const baseline = await readBaseline()
  const isKnown = (name: string) => baseline.ratios.some(({ benchmark }) => benchmark === name)
  const comparisons: Comparison[] = []
  for (const name of names) {
    let measured = await measureRatios(name)
    const isWorse = compareWithBaseline(measured, baseline.ratios).some((one) => one.isWorse)
    if (isWorse && !store) {
      console.log(`${name} is worse than its baseline; measuring it once more`)
      measured = betterOf(measured, await measureRatios(name))
    }
    comparisons.push(...compareWithBaseline(measured, baseline.ratios))
    if (store || !isKnown(name)) {
      baseline.ratios = replaceRatios(baseline.ratios, measured)
      baseline.date = new Date().toISOString().slice(0, 10)
      await Bun.write(BASELINE, `${JSON.stringify(baseline, null, 2)}\n`)
      console.log(`${name}: stored as the baseline in ${BASELINE}`)
    }
  }
  console.log(`\n${comparisons.map(render).join('\n')}`)
  return store || comparisons.every(({ isWorse }) => !isWorse)
}

async function readBaseline(): Promise<Baseline> {
  const file = Bun.file(BASELINE)
  return (await file.exists()) ? await file.json() : { date: '', ratios: [] }
}

/** Each run is a process of its own, because a run ends everything that it started. */
async function measureRatios(name: string): Promise<QuickRatio[]> {
  const { goals } = await runForResult<{ goals: (Goal & { ratio?: number })[] }>(
    [process.execPath, join(import.meta.dir, 'main.ts'), name, '--only', IMPLEMENTATIONS[name]!, ...SETTINGS],
    join(RESULTS, `${name}.partial.json`),
  )
  return goals.flatMap((goal) => {
    // A p99 of a few seconds differs by more than the allowed share from run to run.
    if (goal.ratio === undefined || goal.figure === 'p99Milliseconds') return []
    const { title, against, ratio } = goal
    return [{ benchmark: name, title, against, isHigherBetter: 'atLeast' in goal, ratio }]
  })
}

function render({ benchmark, title, against, ratio, baseline, isWorse }: Comparison): string {
  const before = baseline === undefined ? 'no baseline' : `baseline ${baseline.toFixed(2)} ×`
  return `${isWorse ? '✗' : '✓'} ${benchmark}: ${title} against ${against} ${ratio.toFixed(2)} × (${before})`
}
