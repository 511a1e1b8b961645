import { parseArgs } from 'node:util'
import { BATTLES_SUMMARY, benchBattles } from './battles.ts'
import { complete } from './complete.ts'
import { benchGrowth, GROWTH_SUMMARY } from './growth.ts'
import { leaderboard } from './leaderboard.ts'
import { benchOverload, OVERLOAD_SUMMARY } from './overload.ts'
import { writePage } from './page.ts'
import { read } from './read.ts'
import type { Benchmark } from './runner/benchmark.ts'
import { LOAD_LIMITS } from './runner/load-plan.ts'
import { runBenchmark } from './runner/run.ts'
import { benchSettle, SETTLE_SUMMARY } from './settle.ts'
import { benchSoak, SOAK_SUMMARY } from './soak.ts'
import { benchStart, START_SUMMARY } from './start.ts'
import { webhooks } from './webhooks.ts'

const BENCHMARKS: Benchmark[] = [read, complete, leaderboard, webhooks]

const HELP = `Usage: bun run bench [name] [options]

Runs one benchmark side by side against its peers, prints a table and writes bench/results/<name>.json.
Without a name it lists the benchmarks; \`page\` writes docs/performance.md from the results.

  --seconds <n>       length of one round of one contestant (default 8)
  --connections <n>   keep-alive connections kept busy (default 32)
  --rounds <n>        rounds, in which the contestants take turns (default 3; of \`webhooks\` 9)
  --only <a,b>        only these contestants, or of \`growth\` only reads with this in their path; writes <name>.partial.json
  --battles <n>       of \`battles\`: how many at once (default 1000)
  --users <n>         of \`settle\`: how many (default 10000)
  --sizes <a,b,c>     of \`growth\`: how many learners (default 1000,100000,1000000)
  --minutes <n>       of \`soak\`: how long (default 30)
  --storm <n>         of \`overload\`: how many seconds (default 60)
  --help              this text

Ends with 1 when a goal was missed.`

process.exit(await main())

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (values.help) return say(HELP)
  const [name] = positionals
  if (name === undefined) return say(listBenchmarks())
  if (name === 'battles') {
    const battles = wholeNumber('battles', values.battles, 5_000)
    return (await benchBattles(battles, values.only?.split(','))) ? 0 : 1
  }
  if (name === 'page') return say(`Written to ${await writePage()}`)
  if (name === 'start') return (await benchStart()) ? 0 : 1
  if (name === 'settle') return (await benchSettle(wholeNumber('users', values.users, 100_000))) ? 0 : 1
  if (name === 'growth') {
    const sizes = values.sizes.split(',').map((size) => wholeNumber('sizes', size, 5_000_000))
    return (await benchGrowth(sizes, values.only?.split(','))) ? 0 : 1
  }
  if (name === 'soak') return (await benchSoak(wholeNumber('minutes', values.minutes, 1_440))) ? 0 : 1
  if (name === 'overload') return (await benchOverload(wholeNumber('storm', values.storm, 600))) ? 0 : 1
  const benchmark = BENCHMARKS.find((candidate) => candidate.name === name)
  if (!benchmark) return fail(`There is no benchmark ${name}.\n${listBenchmarks()}`)

  const only = values.only?.split(',')
  const unknown = only?.find((wanted) => !benchmark.contestants.some((one) => one.name === wanted))
  if (unknown !== undefined) return fail(`${name} has no contestant ${unknown}.\n${listBenchmarks()}`)
  const contestants = benchmark.contestants.filter((one) => !only || only.includes(one.name))
  const settings = {
    seconds: wholeNumber('seconds', values.seconds, LOAD_LIMITS.seconds),
    connections: wholeNumber('connections', values.connections, LOAD_LIMITS.connections),
    rounds: wholeNumber('rounds', values.rounds ?? String(benchmark.rounds ?? 3), 99),
  }
  return (await runBenchmark(benchmark, contestants, settings)) ? 0 : 1
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '8' },
        connections: { type: 'string', default: '32' },
        rounds: { type: 'string' },
        only: { type: 'string' },
        battles: { type: 'string', default: '1000' },
        users: { type: 'string', default: '10000' },
        sizes: { type: 'string', default: '1000,100000,1000000' },
        minutes: { type: 'string', default: '30' },
        storm: { type: 'string', default: '60' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    process.exit(fail(`${(error as Error).message}\n\n${HELP}`))
  }
}

function listBenchmarks(): string {
  const lines = BENCHMARKS.map(({ name, summary, contestants }) => {
    const peers = contestants.map((contestant) => contestant.name).join(', ')
    return `  ${name.padEnd(12)} ${summary} (${peers})`
  })
  lines.push(`  ${'growth'.padEnd(12)} ${GROWTH_SUMMARY}`)
  lines.push(`  ${'start'.padEnd(12)} ${START_SUMMARY}`)
  lines.push(`  ${'settle'.padEnd(12)} ${SETTLE_SUMMARY}`)
  lines.push(`  ${'battles'.padEnd(12)} ${BATTLES_SUMMARY}`)
  lines.push(`  ${'soak'.padEnd(12)} ${SOAK_SUMMARY}`)
  lines.push(`  ${'overload'.padEnd(12)} ${OVERLOAD_SUMMARY}`)
  return `Benchmarks, run by \`bun run bench <name>\`:\n${lines.join('\n')}`
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  process.exit(fail(`--${option} must be a whole number from 1 to ${most}.`))
}

function say(text: string): number {
  console.log(text)
  return 0
}

function fail(text: string): number {
  console.error(text)
  return 2
}
