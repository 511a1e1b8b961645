import { parseArgs } from 'node:util'
import { BATTLES_SUMMARY, benchBattles } from './battles.ts'
import { completeLesson } from './complete-lesson.ts'
import { benchConsole, CONSOLE_SUMMARY } from './console.ts'
import { benchDataGrowth, DATA_GROWTH_SUMMARY } from './data-growth.ts'
import { leaderboard } from './leaderboard.ts'
import { benchLearning, LEARNING_SUMMARY } from './learning.ts'
import { lms } from './lms.ts'
import { nakama, pairing } from './nakama.ts'
import { benchOverload, OVERLOAD_SUMMARY } from './overload.ts'
import { benchQuick, QUICK_BENCHMARKS } from './quick.ts'
import { readCourse } from './read-course.ts'
import { writeReportPage } from './report-page.ts'
import { review } from './review.ts'
import type { Benchmark } from './runner/benchmark.ts'
import { LOAD_LIMITS } from './runner/closed-loop-plan.ts'
import { runBenchmark } from './runner/run-benchmark.ts'
import { benchScale, SCALE_SUMMARY } from './scale.ts'
import { benchSettlement, SETTLEMENT_SUMMARY } from './settlement.ts'
import { benchSoak, SOAK_SUMMARY } from './soak.ts'
import { benchStartup, STARTUP_SUMMARY } from './startup.ts'
import { benchWeb, WEB_SUMMARY } from './web.ts'
import { webhooks } from './webhooks.ts'

const BENCHMARKS: Benchmark[] = [
  readCourse,
  completeLesson,
  review,
  leaderboard,
  webhooks,
  nakama,
  pairing,
  lms,
]

const HELP = `Usage: bun run bench [name] [options]

Runs one benchmark side by side against its peers, prints a table and writes bench/results/<name>.json.
Without a name it lists the benchmarks; \`page\` writes docs/performance.md from the results.

  --seconds <n>       length of one round of one implementation (default 8)
  --connections <n>   keep-alive connections kept busy (default 32)
  --rounds <n>        rounds, in which the implementations take turns (default 3; of \`webhooks\` 9, of \`nakama\` 5)
  --quick             short: \`read complete --quick\` fails if a ratio is 15 % worse than in bench/quick/baseline.json;
                      others have 2 rounds of 3 s and write <name>.partial.json
  --store             with \`--quick\`: the ratios become the baseline
  --only <a,b>        only these implementations, or of \`growth\` only operations with this in their path; writes <name>.partial.json
  --battles <n>       of \`battles\`: how many at once (default 1000)
  --users <n>         of \`settle\` and \`console\`: how many (default 10000 and 1000000)
  --sizes <a,b,c>     of \`growth\`: how many learners (default 1000,100000,1000000)
  --minutes <n>       of \`soak\`: how long (default 30)
  --storm <n>         of \`overload\`: how many seconds (default 60)
  --help              this text

Ends with 1 when a goal was missed, and with 3 when the run failed.`

process.exit(await main().catch(reportFailure))

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (values.help) return print(HELP)
  const [name] = positionals
  if (name === undefined) return print(listBenchmarks())
  if (values.quick && QUICK_BENCHMARKS.includes(name)) {
    const other = positionals.find((each) => !QUICK_BENCHMARKS.includes(each))
    if (other)
      return fail(`${other} has no quick form with a baseline; ${QUICK_BENCHMARKS.join(' and ')} have.`)
    return (await benchQuick(positionals, values.store === true)) ? 0 : 1
  }
  if (name === 'battles') {
    const battles = integerOption('battles', values.battles, 5_000)
    return (await benchBattles(battles, values.only?.split(','))) ? 0 : 1
  }
  if (name === 'page') return print(`Written to ${await writeReportPage()}`)
  if (name === 'start') return (await benchStartup()) ? 0 : 1
  if (name === 'web') return (await benchWeb()) ? 0 : 1
  if (name === 'learning') return (await benchLearning()) ? 0 : 1
  if (name === 'console')
    return (await benchConsole(integerOption('users', values.users ?? '1000000', 5_000_000))) ? 0 : 1
  if (name === 'settle')
    return (await benchSettlement(integerOption('users', values.users ?? '10000', 100_000))) ? 0 : 1
  if (name === 'growth') {
    const sizes = values.sizes.split(',').map((size) => integerOption('sizes', size, 5_000_000))
    return (await benchDataGrowth(sizes, values.only?.split(','))) ? 0 : 1
  }
  if (name === 'soak') return (await benchSoak(integerOption('minutes', values.minutes, 1_440))) ? 0 : 1
  if (name === 'overload') return (await benchOverload(integerOption('storm', values.storm, 600))) ? 0 : 1
  if (name === 'scale')
    return (await benchScale({
      ...(values.quick ? { isQuick: true } : {}),
      seconds: integerOption('seconds', values.seconds ?? '5', LOAD_LIMITS.seconds),
      connections: 16,
      rounds: integerOption('rounds', values.rounds ?? (values.quick ? '1' : '3'), 99),
    }))
      ? 0
      : 1
  const benchmark = BENCHMARKS.find((candidate) => candidate.name === name)
  if (!benchmark) return fail(`There is no benchmark ${name}.\n${listBenchmarks()}`)

  const only = values.only?.split(',')
  const unknown = only?.find((wanted) => !benchmark.implementations.some((one) => one.name === wanted))
  if (unknown !== undefined) return fail(`${name} has no implementation ${unknown}.\n${listBenchmarks()}`)
  const implementations = benchmark.implementations.filter((one) => !only || only.includes(one.name))
  const settings = {
    ...(values.quick ? { isQuick: true } : {}),
    seconds: integerOption('seconds', values.seconds ?? (values.quick ? '3' : '8'), LOAD_LIMITS.seconds),
    connections: integerOption('connections', values.connections, LOAD_LIMITS.connections),
    rounds: integerOption('rounds', values.rounds ?? String(values.quick ? 2 : (benchmark.rounds ?? 3)), 99),
  }
  return (await runBenchmark(benchmark, implementations, settings)) ? 0 : 1
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string' },
        connections: { type: 'string', default: '32' },
        rounds: { type: 'string' },
        only: { type: 'string' },
        battles: { type: 'string', default: '1000' },
        users: { type: 'string' },
        sizes: { type: 'string', default: '1000,100000,1000000' },
        minutes: { type: 'string', default: '30' },
        storm: { type: 'string', default: '60' },
        quick: { type: 'boolean' },
        store: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    process.exit(fail(`${(error as Error).message}\n\n${HELP}`))
  }
}

function listBenchmarks(): string {
  const lines = BENCHMARKS.map(({ name, summary, implementations }) => {
    const peers = implementations.map((implementation) => implementation.name).join(', ')
    return `  ${name.padEnd(12)} ${summary} (${peers})`
  })
  lines.push(`  ${'growth'.padEnd(12)} ${DATA_GROWTH_SUMMARY}`)
  lines.push(`  ${'console'.padEnd(12)} ${CONSOLE_SUMMARY}`)
  lines.push(`  ${'start'.padEnd(12)} ${STARTUP_SUMMARY}`)
  lines.push(`  ${'web'.padEnd(12)} ${WEB_SUMMARY}`)
  lines.push(`  ${'learning'.padEnd(12)} ${LEARNING_SUMMARY}`)
  lines.push(`  ${'settle'.padEnd(12)} ${SETTLEMENT_SUMMARY}`)
  lines.push(`  ${'battles'.padEnd(12)} ${BATTLES_SUMMARY}`)
  lines.push(`  ${'scale'.padEnd(12)} ${SCALE_SUMMARY}`)
  lines.push(`  ${'soak'.padEnd(12)} ${SOAK_SUMMARY}`)
  lines.push(`  ${'overload'.padEnd(12)} ${OVERLOAD_SUMMARY}`)
  return `Benchmarks, run by \`bun run bench <name>\`:\n${lines.join('\n')}`
}

function integerOption(option: string, text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  process.exit(fail(`--${option} must be a whole number from 1 to ${max}.`))
}

function print(text: string): number {
  console.log(text)
  return 0
}

/** Another code than that of a missed goal. */
function reportFailure(error: unknown): number {
  console.error(error)
  return 3
}

function fail(text: string): number {
  console.error(text)
  return 2
}
