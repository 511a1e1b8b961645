import { type Bars, format } from './bars.ts'
import type { Lines } from './lines.ts'
import { type OverloadResult, overloadOutcome, type SoakResult, soakOutcome } from './under-load.ts'

/** What the page says of one benchmark, whatever the shape of its result. */
export interface Outcome {
  name: string
  title: string
  date: string
  goals: { words: string; goal: string; figure: string; met: boolean }[]
  pictures: (Bars | Lines)[]
  /** Lines of a Markdown table. */
  table: string[]
  /** The largest share of the cores that went to others in a round, where it was noted. */
  shareOfOthers: number
}

interface Contestant {
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
  contestants?: Contestant[]
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

export function outcomeOf(result: Result, file: string): Outcome {
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
  if (name === 'soak') return { ...common, ...soakOutcome(result as unknown as SoakResult) }
  if (name === 'overload') return { ...common, ...overloadOutcome(result as unknown as OverloadResult) }
  if (result.reads) return { ...common, ...growth(result) }
  const goals = (result.goals ?? []).map((goal) => wordsOf(goal, result.contestants ?? []))
  if (result.played) return { ...common, goals, ...battles(result.played) }
  const { contestants = [] } = result
  if (contestants.some(({ median }) => median))
    return { ...common, goals, ...requests(contestants, result.goals!) }
  return { ...common, goals, pictures: secondsOf(contestants, common.title), table: [] }
}

const TITLES: Record<string, string> = {
  battles: 'Whole quiz battles of two, 1,000 at once on 2,000 sockets, from connecting to the end',
  start: 'A fresh clone with packages in the cache',
  growth: 'Every read that a learner may ask, with ever more learners and ten entries in the books for each',
}

const FIGURES: Record<string, { words: string; unit: string }> = {
  cpuMicrosecondsPerRequest: { words: 'CPU a request', unit: 'µs' },
  costMicrosecondsPerRequest: { words: 'CPU and PostgreSQL a request', unit: 'µs' },
  requestsPerSecond: { words: 'Requests a second', unit: '/s' },
}

function wordsOf(goal: Goal, contestants: Contestant[]) {
  const titleOf = (name: string | undefined) => contestants.find((one) => one.name === name)?.title ?? name
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

/** One chart for each figure that a goal is about. */
function requests(contestants: Contestant[], goals: Goal[]): Pick<Outcome, 'pictures' | 'table'> {
  const figures = [...new Set(goals.map(({ figure }) => figure!))]
  const pictures = figures.map((figure) => ({
    title: FIGURES[figure]?.words ?? figure,
    unit: FIGURES[figure]?.unit ?? '',
    bars: contestants
      .filter(({ median }) => median![figure]! > 0)
      .map(({ name, title, median }) => ({
        label: title,
        value: median![figure]!,
        isOurs: title.startsWith('Lyceum') || name === 'lyceum',
      })),
  }))
  const rows = contestants.map(
    ({ title, median }) =>
      `| ${title} | ${format(median!.requestsPerSecond!)} | ${format(median!.p50Milliseconds!)} | ${format(median!.p99Milliseconds!)} | ${format(median!.cpuMicrosecondsPerRequest!)} | ${format(median!.postgresMicrosecondsPerRequest!)} |`,
  )
  const head = '| | requests/s | p50 ms | p99 ms | CPU µs | PostgreSQL µs |'
  return { pictures, table: [head, '|---|---|---|---|---|---|', ...rows] }
}

function battles(played: Played[]): Pick<Outcome, 'pictures' | 'table'> {
  const rows = played.map(
    (one) =>
      `| ${one.contestant} | ${one.ended} | ${one.late} | ${format(one.cpuMillisecondsPerBattle)} | ${format(one.postgresMillisecondsPerBattle)} | ${format(one.kilobytesPerSocket)} | ${format(one.p50Milliseconds)} | ${format(one.p99Milliseconds)} |`,
  )
  const head = '| | ended | late | CPU ms a battle | PostgreSQL ms | KB a socket | p50 ms | p99 ms |'
  const chart = (title: string, unit: string, figure: 'cpuMillisecondsPerBattle' | 'kilobytesPerSocket') => ({
    title,
    unit,
    bars: played.map((one) => ({
      label: one.contestant,
      value: one[figure],
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

function secondsOf(contestants: Contestant[], title: string): Bars[] {
  if (!contestants.some(({ seconds }) => seconds)) return []
  const bars = contestants.map((one) => ({
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
}: Result): Pick<Outcome, 'goals' | 'pictures' | 'table'> {
  const worst = Math.max(...reads.map(({ ratio }) => ratio))
  const columns = sizes.map((size) => size.toLocaleString('en-US'))
  const rows = reads.map(
    ({ name, microseconds, ratio }) =>
      `| \`${name}\` | ${microseconds.map((value) => value.toLocaleString('en-US')).join(' | ')} | ${ratio.toFixed(2)} × |`,
  )
  return {
    goals: [
      {
        words: `cost of the read that grows most, from ${columns[0]} to ${columns.at(-1)} learners; no table walked through`,
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
