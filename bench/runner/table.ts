import type { Implementation, Measurements } from './benchmark.ts'
import { NOISY_SHARE } from './machine-load.ts'
import type { Summary, Verdict } from './summary.ts'

type Column = { title: string; cell(name: string, measurements: Measurements): string; leftAligned?: boolean }

/** One row per implementation; the last column is the ratio of the goal, on the row it compares with. */
export function renderTable(implementations: Implementation[], { medians, verdicts }: Summary): string {
  const titles = new Map(implementations.map(({ name, title }) => [name, title]))
  const columns: Column[] = [
    { title: 'implementation', cell: (name) => titles.get(name)!, leftAligned: true },
    { title: 'requests/s', cell: (_, measurements) => formatInteger(measurements.requestsPerSecond) },
    { title: 'p50 ms', cell: (_, measurements) => measurements.p50Milliseconds.toFixed(1) },
    { title: 'p90 ms', cell: (_, measurements) => measurements.p90Milliseconds.toFixed(1) },
    { title: 'p99 ms', cell: (_, measurements) => measurements.p99Milliseconds.toFixed(1) },
    { title: 'errors', cell: (_, measurements) => formatInteger(measurements.errors) },
    { title: 'bytes', cell: (_, measurements) => formatInteger(measurements.bytesPerAnswer) },
    { title: 'others', cell: (_, measurements) => `${formatInteger(measurements.shareOfOthers * 100)} %` },
    {
      title: 'PostgreSQL µs',
      cell: (_, measurements) => formatInteger(measurements.postgresMicrosecondsPerRequest),
    },
    { title: 'CPU µs', cell: (_, measurements) => cpu(measurements) },
    { title: 'ratio and goal', cell: (name) => verdictsAgainst(name, verdicts), leftAligned: true },
  ]
  const rows = [...medians].map(([name, measurements]) =>
    columns.map((column) => column.cell(name, measurements)),
  )
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...rows.map((row) => row[index]!.length)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, index) =>
        columns[index]!.leftAligned ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width))
  return [columns.map((column) => column.title), rule, ...rows].map(line).join('\n')
}

/** Warns when the machine was busy during the measurement. */
export function renderNoiseWarning({ medians }: Summary): string | undefined {
  const worst = Math.max(...[...medians.values()].map((measurements) => measurements.shareOfOthers))
  if (worst <= NOISY_SHARE) return undefined
  return `Other processes took up to ${formatInteger(worst * 100)} % of the cores: distrust throughput and latency.`
}

function verdictsAgainst(name: string, verdicts: Verdict[]): string {
  return verdicts
    .filter(({ goal }) => goal.against === name)
    .map(renderVerdict)
    .join('; ')
}

function renderVerdict({ goal, ratio, lowest, highest, met }: Verdict): string {
  const limit = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  if (ratio === undefined) return `${goal.title} of ${goal.contestant}: not run (goal ${limit})`
  const spread = `${lowest!.toFixed(2)}–${highest!.toFixed(2)}`
  const mark = met ? '✓' : '✗'
  return `${goal.title} of ${goal.contestant} ${ratio.toFixed(2)} × (${spread}), goal ${limit} ${mark}`
}

/** An implementation without a server has no CPU time. */
function cpu({ cpuMicrosecondsPerRequest }: Measurements): string {
  return cpuMicrosecondsPerRequest === 0 ? '–' : formatInteger(cpuMicrosecondsPerRequest)
}

function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
