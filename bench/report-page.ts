import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderBarChart } from './report-page/bar-chart.ts'
import { type BenchmarkSummary, summarizeResult } from './report-page/benchmark-summary.ts'
import { renderLineChart } from './report-page/line-chart.ts'
import { NOISY_SHARE } from './runner/machine-load.ts'

const RESULTS = join(import.meta.dir, 'results')
const NOTES = join(import.meta.dir, 'notes')
const DOCS = join(import.meta.dir, '../docs')
const ORDER = [
  'read',
  'complete',
  'review',
  'learning',
  'leaderboard',
  'battles',
  'webhooks',
  'settle',
  'start',
  'web',
  'console',
  'growth',
  'soak',
  'overload',
  'nakama',
  'pairing',
  'lms',
  'scale',
]

/** Writes docs/performance.md from the results of the last runs. No number on the page is typed by hand. */
export async function writeReportPage(): Promise<string> {
  const summaries = await readSummaries()
  const pictures = join(DOCS, 'performance')
  await mkdir(pictures, { recursive: true })
  for (const summary of summaries)
    for (const [index, chart] of summary.pictures.entries())
      await Bun.write(
        join(pictures, pictureOf(summary.name, index)),
        'lines' in chart ? renderLineChart(chart) : renderBarChart(chart),
      )
  const sections = await Promise.all(summaries.map(renderSection))
  const path = join(DOCS, 'performance.md')
  await Bun.write(path, `${[INTRODUCTION, renderGoals(summaries), ...sections].join('\n\n')}\n`)
  return path
}

const INTRODUCTION = `# How fast it is

Written by \`bun run bench page\` from \`bench/results\`: no figure here is typed by hand. Each benchmark ran Lyceum and its
peers in turn on one machine of two cores, with one PostgreSQL that writes durably (\`fsync\` on). Compare the **ratios**: the absolute
figures depend on the machine. [bench/README.md](../bench/README.md) says how the comparison is made fair, and how to run it.`

async function readSummaries(): Promise<BenchmarkSummary[]> {
  const files = (await readdir(RESULTS)).filter((file) => /^[a-z]+\.json$/.test(file))
  const summaries = await Promise.all(
    files.map(async (file) => summarizeResult(JSON.parse(await readFile(join(RESULTS, file), 'utf8')), file)),
  )
  return summaries
    .filter(({ name }) => ORDER.includes(name))
    .sort((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name))
}

function renderGoals(summaries: BenchmarkSummary[]): string {
  const lines = summaries.flatMap(({ name, goals }) =>
    goals.map(
      ({ words, goal, figure, met }) =>
        `| \`${name}\` | ${words} | ${goal} | ${figure} | ${met ? '✓' : '✗'} |`,
    ),
  )
  return ['## Goals', '', '| benchmark | what | goal | measured | |', '|---|---|---|---|---|', ...lines].join(
    '\n',
  )
}

async function renderSection({
  name,
  title,
  date,
  pictures,
  table,
  shareOfOthers,
}: BenchmarkSummary): Promise<string> {
  const note = join(NOTES, `${name}.md`)
  return [
    `## \`${name}\``,
    '',
    `${title}. Measured on ${date}.`,
    ...(shareOfOthers > NOISY_SHARE
      ? [
          '',
          `**The machine was busy:** others had up to ${Math.round(100 * shareOfOthers)} % of the cores. Distrust the times.`,
        ]
      : []),
    ...pictures.flatMap(({ title }, index) => ['', `![${title}](performance/${pictureOf(name, index)})`]),
    ...(table.length > 0 ? ['', ...table] : []),
    // Rewrites relative links for the location of the page.
    ...(existsSync(note)
      ? ['', (await readFile(note, 'utf8')).trim().replaceAll('](../../docs/', '](')]
      : []),
  ].join('\n')
}

function pictureOf(name: string, index: number): string {
  return index === 0 ? `${name}.svg` : `${name}-${index + 1}.svg`
}
