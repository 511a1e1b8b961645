import type { LearningResult } from '../learning.ts'
import { type BarChart, format } from './bar-chart.ts'
import type { LineChart } from './line-chart.ts'
import {
  type ConsoleResult,
  type OverloadResult,
  type SoakResult,
  summarizeConsole,
  summarizeOverload,
  summarizeSoak,
} from './load-summaries.ts'

/** The summary of one benchmark on the page, independent of the shape of its result. */
export interface BenchmarkSummary {
  name: string
  title: string
  date: string
  goals: { words: string; goal: string; figure: string; met: boolean }[]
  pictures: (BarChart | LineChart)[]
  /** Lines of a Markdown table. */
  table: string[]
  /** The largest share of CPU that other processes used in a round, if it was recorded. */
  shareOfOthers: number
}

interface ImplementationResult {
  name: string
  title: string
  median?: Record<string, number>
  seconds?: number
  transactions?: number
  shareOfOthers?: number
}

function othersBeside({
  median,
  shareOfOthers,
}: {
  median?: Record<string, number>
  shareOfOthers?: number
}): number {
  return median?.shareOfOthers ?? shareOfOthers ?? 0
}

interface Goal {
  title: string
  figure?: string
  contestant?: string
  against?: string
  atMost?: number
  atLeast?: number
  ratio?: number
  value?: number
  met: boolean
}

interface Result {
  benchmark?: string
  summary?: string
  date?: string
  at?: string
  goals?: Goal[]
  contestants?: ImplementationResult[]
  played?: Played[]
  sizes?: number[]
  limit?: number
  reads?: { name: string; microseconds: number[]; ratio: number; met: boolean }[]
}

interface Played {
  contestant: string
  cpuMillisecondsPerBattle: number
  postgresMillisecondsPerBattle: number
  kilobytesPerSocket: number
  p50Milliseconds: number
  p99Milliseconds: number
  late: number
  ended: number
  shareOfOthers: number
}

export function summarizeResult(result: Result, file: string): BenchmarkSummary {
  const name = file.replace('.json', '')
  const common = {
    name,
    title: result.summary ?? TITLES[name] ?? name,
    date: result.date ?? result.at?.slice(0, 10) ?? '',
    shareOfOthers: Math.max(
      0,
      ...[...(result.contestants ?? []), ...(result.played ?? [])].map(othersBeside),
    ),
  }
  if (name === 'soak') return { ...common, ...summarizeSoak(result as unknown as SoakResult) }
  if (name === 'overload') return { ...common, ...summarizeOverload(result as unknown as OverloadResult) }
  if (name === 'learning')
    return {
      ...common,
      goals: (result.goals ?? []).map((goal) => describeGoal(goal, [])),
      ...learning(result as unknown as LearningResult),
    }
  if (name === 'console') return { ...common, ...summarizeConsole(result as unknown as ConsoleResult) }
  if (result.reads) return { ...common, ...growth(result) }
  const goals = (result.goals ?? []).map((goal) => describeGoal(goal, result.contestants ?? []))
  if (result.played) return { ...common, goals, ...battles(result.played) }
  const { contestants: implementations = [] } = result
  if (implementations.some(({ median }) => median))
    return { ...common, goals, ...requests(implementations, result.goals!) }
  return { ...common, goals, pictures: secondsOf(implementations, common.title), table: [] }
}

const TITLES: Record<string, string> = {
  battles: 'Whole quiz battles of two, 1,000 at once on 2,000 sockets, from connecting to the end',
  start: 'A fresh clone with packages in the cache',
  web: 'The learner app in Chromium at 412 × 823 with 1.6 Mbit/s, 150 ms and a CPU slowed four times, medians of five; in seconds to the largest paint',
  growth:
    'Every read that a learner may ask, and the answer to a review, with ever more learners and ten entries in the books for each',
}

const MEASUREMENTS: Record<string, { words: string; unit: string }> = {
  cpuMicrosecondsPerRequest: { words: 'CPU a request', unit: 'µs' },
  costMicrosecondsPerRequest: { words: 'CPU and PostgreSQL a request', unit: 'µs' },
  requestsPerSecond: { words: 'Requests a second', unit: '/s' },
  requestsPerCpuSecond: { words: 'Operations for a second of CPU and PostgreSQL', unit: '/s' },
  p95Milliseconds: { words: 'p95', unit: 'ms' },
  p99Milliseconds: { words: 'p99', unit: 'ms' },
}

function describeGoal(goal: Goal, implementations: ImplementationResult[]) {
  const titleOf = (name: string | undefined) =>
    implementations.find((one) => one.name === name)?.title ?? name
  const bound = goal.atMost !== undefined ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const isRatio = goal.ratio !== undefined
  const words = goal.against
    ? `${goal.title} of ${titleOf(goal.contestant)}, against ${titleOf(goal.against)}`
    : goal.title
  return {
    words,
    goal: isRatio ? `${bound} ×` : bound,
    figure: isRatio ? `${format(goal.ratio!)} ×` : format(goal.value!),
    met: goal.met,
  }
}

/** One chart for each measurement that has a goal. */
function requests(
  implementations: ImplementationResult[],
  goals: Goal[],
): Pick<BenchmarkSummary, 'pictures' | 'table'> {
  const measurements = [...new Set(goals.map(({ figure: measurement }) => measurement!))]
  const pictures = measurements.map((measurement) => ({
    title: MEASUREMENTS[measurement]?.words ?? measurement,
    unit: MEASUREMENTS[measurement]?.unit ?? '',
    bars: implementations
      .filter(({ median }) => median![measurement]! > 0)
      .map(({ name, title, median }) => ({
        label: title,
        value: median![measurement]!,
        isOurs: title.startsWith('Lyceum') || name === 'lyceum',
      })),
  }))
  const rows = implementations.map(
    ({ title, median }) =>
      `| ${title} | ${format(median!.requestsPerSecond!)} | ${format(median!.p50Milliseconds!)} | ${format(median!.p99Milliseconds!)} | ${format(median!.cpuMicrosecondsPerRequest!)} | ${format(median!.postgresMicrosecondsPerRequest!)} |`,
  )
  const head = '| | requests/s | p50 ms | p99 ms | CPU µs | PostgreSQL µs |'
  return { pictures, table: [head, '|---|---|---|---|---|---|', ...rows] }
}

function battles(played: Played[]): Pick<BenchmarkSummary, 'pictures' | 'table'> {
  const rows = played.map(
    (one) =>
      `| ${one.contestant} | ${one.ended} | ${one.late} | ${format(one.cpuMillisecondsPerBattle)} | ${format(one.postgresMillisecondsPerBattle)} | ${format(one.kilobytesPerSocket)} | ${format(one.p50Milliseconds)} | ${format(one.p99Milliseconds)} |`,
  )
  const head = '| | ended | late | CPU ms a battle | PostgreSQL ms | KB a socket | p50 ms | p99 ms |'
  const chart = (
    title: string,
    unit: string,
    measurement: 'cpuMillisecondsPerBattle' | 'kilobytesPerSocket',
  ) => ({
    title,
    unit,
    bars: played.map((one) => ({
      label: one.contestant,
      value: one[measurement],
      isOurs: one.contestant === 'lyceum',
    })),
  })
  return {
    pictures: [
      chart('CPU a battle', 'ms', 'cpuMillisecondsPerBattle'),
      chart('Memory a socket', 'KB', 'kilobytesPerSocket'),
    ],
    table: [head, '|---|---|---|---|---|---|---|---|', ...rows],
  }
}

function learning({ withReview, withoutReview, steeper, ...settings }: LearningResult) {
  const line = (label: string, isOurs: boolean, shares: number[]) => ({
    label,
    isOurs,
    points: shares.map((value, day) => ({ at: day + 1, value })),
  })
  return {
    title: `${format(settings.learners)} simulated learners who study ${settings.material} questions and flashcards, ${settings.minutesPerDay} minutes a day; the same learners with and without review`,
    pictures: [
      {
        title: 'Share of the material that is recalled, %',
        unit: '%',
        time: 'days',
        lines: [line('with review', true, withReview), line('without', false, withoutReview)],
      },
    ],
    table: [
      '| recalled on the last day | with review | without |',
      '|---|---|---|',
      `| forgetting curve of FSRS-6 | ${withReview.at(-1)} % | ${withoutReview.at(-1)} % |`,
      `| forgetting curve of FSRS-5, which is steeper | ${steeper.withReview} % | ${steeper.withoutReview} % |`,
    ],
  }
}

function secondsOf(implementations: ImplementationResult[], title: string): BarChart[] {
  if (!implementations.some(({ seconds }) => seconds)) return []
  const bars = implementations.map((one) => ({
    label: one.title,
    value: one.seconds!,
    isOurs: one.name === 'lyceum',
  }))
  return [{ title, unit: 's', bars }]
}

function growth({
  sizes = [],
  limit = 0,
  reads = [],
}: Result): Pick<BenchmarkSummary, 'goals' | 'pictures' | 'table'> {
  const worst = Math.max(...reads.map(({ ratio }) => ratio))
  const columns = sizes.map((size) => size.toLocaleString('en-US'))
  const rows = reads.map(
    ({ name, microseconds, ratio }) =>
      `| \`${name}\` | ${microseconds.map((value) => value.toLocaleString('en-US')).join(' | ')} | ${ratio.toFixed(2)} × |`,
  )
  return {
    goals: [
      {
        words: `cost of the operation that grows most, from ${columns[0]} to ${columns.at(-1)} learners; no scan of a table of learners`,
        goal: `≤ ${limit.toFixed(2)} ×`,
        figure: `${worst.toFixed(2)} ×`,
        met: reads.every(({ met }) => met),
      },
    ],
    pictures: [],
    table: [
      `| µs of CPU and PostgreSQL an answer | ${columns.join(' | ')} | |`,
      `|---|${columns.map(() => '---').join('|')}|---|`,
      ...rows,
    ],
  }
}
