import type { OpenLoopResult } from '../overload/open-loop-plan.ts'
import { STORM_P99_MS } from '../overload.ts'
import type { Verdict } from '../soak/growth-trend.ts'
import { format } from './bar-chart.ts'

export interface SoakResult {
  minutes: number
  capacity: number
  others: number
  battles: number
  verdicts: Record<string, Verdict>
  bad: Record<string, number>
  moments: ({ at: number; visitsPerSecond: number } & Record<string, number>)[]
}

export function summarizeSoak({ minutes, verdicts, bad, ...soak }: SoakResult) {
  const flat = Object.values(verdicts).filter(({ isFlat }) => isFlat).length
  const watched = Object.keys(verdicts).length
  const wrong = sum(Object.values(bad))
  const rows = Object.entries(verdicts).map(
    ([name, { mean, growth, allowed }]) =>
      `| ${name} | ${format(mean)} | ${format(growth)} | ${format(allowed)} |`,
  )
  const memory = soak.moments.map((moment) => ({
    at: moment.at / 60,
    value: moment['service memory, MB']!,
  }))
  return {
    title: `A mix of learners, contests, payments and webhooks for ${minutes} minutes at 70 % of ${format(soak.capacity)} visits a second, and ${format(soak.battles)} battles`,
    shareOfOthers: soak.others,
    goals: [
      {
        words: 'figures of memory, handles, connections and queues that stay flat',
        goal: `${watched}`,
        figure: `${flat}`,
        met: flat === watched,
      },
      { words: 'responses with an unexpected status', goal: '0', figure: `${wrong}`, met: wrong === 0 },
    ],
    pictures: [
      {
        title: 'Memory of the service',
        unit: 'MB',
        time: 'minutes',
        lines: [{ label: 'service', isOurs: true, points: memory }],
      },
    ],
    table: ['| | mean | growth after a third of the time | allowed |', '|---|---|---|---|', ...rows],
  }
}

export interface OverloadResult {
  capacity: number
  timesCapacity: number
  normalAfter?: number
  isClean: boolean
  calm: OpenLoopResult
  storm: OpenLoopResult
  after: OpenLoopResult
}

export function summarizeOverload({
  capacity,
  timesCapacity,
  normalAfter,
  isClean,
  ...phases
}: OverloadResult) {
  const rows = Object.entries({ before: phases.calm, overload: phases.storm, after: phases.after }).map(
    ([name, { due, good, others, broken, unanswered, p50Milliseconds, p99Milliseconds }]) =>
      `| ${name} | ${format(due)} | ${format(good)} | ${format(sum(Object.values(others)))} | ${broken + unanswered} | ${format(p50Milliseconds)} | ${format(p99Milliseconds)} |`,
  )
  const { seconds } = phases.storm
  const line = (measurement: 'good' | 'refused') =>
    seconds.map((second, at) => ({ at, value: second[measurement] }))
  return {
    title: `Reads and completions at ${timesCapacity} times ${format(capacity)} requests a second, for ${seconds.length} seconds`,
    shareOfOthers: 0,
    goals: [
      {
        words: 'no other refusals than 429 and 503',
        goal: 'yes',
        figure: isClean ? 'yes' : 'no',
        met: isClean,
      },
      {
        words: 'seconds until the load before it is served normally again',
        goal: '≤ 10',
        figure: normalAfter === undefined ? 'never' : `${normalAfter}`,
        met: normalAfter !== undefined && normalAfter <= 10,
      },
      {
        words: 'p99 of accepted requests under overload, ms',
        goal: `≤ ${format(STORM_P99_MS)}`,
        figure: format(phases.storm.p99Milliseconds),
        met: phases.storm.p99Milliseconds <= STORM_P99_MS,
      },
    ],
    pictures: [
      {
        title: 'Responses under overload',
        unit: '/s',
        time: 'seconds',
        lines: [
          { label: 'good', isOurs: true, points: line('good') },
          { label: 'refused', isOurs: false, points: line('refused') },
        ],
      },
    ],
    table: [
      '| | requests | succeeded | 429 or 503 | broken | p50 ms | p99 ms |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ],
  }
}

export interface ConsoleResult {
  users: number
  goalMs: number
  requests: { name: string; p50Ms: number; p95Ms: number; scanned: string[] }[]
}

/** The slowest requests; those that read counts by key take some milliseconds. */
const SHOWN_REQUESTS = 12

export function summarizeConsole({ users, goalMs, requests }: ConsoleResult) {
  const slowest = requests.toSorted((one, other) => other.p95Ms - one.p95Ms)
  const late = slowest.filter(({ p95Ms }) => p95Ms > goalMs).length
  const scanned = requests.filter(({ scanned }) => scanned.length > 0).length
  const rows = slowest
    .slice(0, SHOWN_REQUESTS)
    .map(({ name, p50Ms, p95Ms }) => `| \`${name}\` | ${format(p50Ms)} | ${format(p95Ms)} |`)
  return {
    title: `The ${requests.length} requests of the console's screens, with ${format(users)} users and ten entries in the books for each`,
    shareOfOthers: 0,
    goals: [
      {
        words: `requests with a p95 above ${goalMs} ms`,
        goal: '0',
        figure: `${late}`,
        met: late === 0,
      },
      { words: 'requests that scan a large table', goal: '0', figure: `${scanned}`, met: scanned === 0 },
    ],
    pictures: [],
    table: [`| the slowest ${rows.length} | p50 ms | p95 ms |`, '|---|---|---|', ...rows],
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
