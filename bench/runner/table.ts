import type { Contestant, Figures } from './benchmark.ts'
import { NOISY_SHARE } from './machine-load.ts'
import type { Summary, Verdict } from './summary.ts'

type Column = { title: string; cell(name: string, figures: Figures): string; leftAligned?: boolean }

/** One row a contestant; last the ratio that a goal is about, on the row it compares with. */
export function renderTable(contestants: Contestant[], { medians, verdicts }: Summary): string {
  const titles = new Map(contestants.map(({ name, title }) => [name, title]))
  const columns: Column[] = [
    { title: 'contestant', cell: (name) => titles.get(name)!, leftAligned: true },
    { title: 'requests/s', cell: (_, figures) => whole(figures.requestsPerSecond) },
    { title: 'p50 ms', cell: (_, figures) => figures.p50Milliseconds.toFixed(1) },
    { title: 'p90 ms', cell: (_, figures) => figures.p90Milliseconds.toFixed(1) },
    { title: 'p99 ms', cell: (_, figures) => figures.p99Milliseconds.toFixed(1) },
    { title: 'errors', cell: (_, figures) => whole(figures.errors) },
    { title: 'bytes', cell: (_, figures) => whole(figures.bytesPerAnswer) },
    { title: 'others', cell: (_, figures) => `${whole(figures.shareOfOthers * 100)} %` },
    { title: 'PostgreSQL µs', cell: (_, figures) => whole(figures.postgresMicrosecondsPerRequest) },
    { title: 'CPU µs', cell: (_, figures) => cpu(figures) },
    { title: 'ratio and goal', cell: (name) => verdictsAgainst(name, verdicts), leftAligned: true },
  ]
  const rows = [...medians].map(([name, figures]) => columns.map((column) => column.cell(name, figures)))
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

/** Says so when the figures were taken on a machine that was busy with something else. */
export function renderNoiseWarning({ medians }: Summary): string | undefined {
  const worst = Math.max(...[...medians.values()].map((figures) => figures.shareOfOthers))
  if (worst <= NOISY_SHARE) return undefined
  return `Other processes took up to ${whole(worst * 100)} % of the cores: distrust throughput and latency.`
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

/** Who needs no server has none to count. */
function cpu({ cpuMicrosecondsPerRequest }: Figures): string {
  return cpuMicrosecondsPerRequest === 0 ? '–' : whole(cpuMicrosecondsPerRequest)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
