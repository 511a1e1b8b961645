import { join, resolve } from 'node:path'
import { readSeries } from '../../modules/contests/planning/contest-series.ts'
import { renewSeries } from '../../modules/contests/planning/renew-series.ts'
import { exportPack } from '../../modules/learning/content/export-pack.ts'
import { type ImportReport, importPack } from '../../modules/learning/content/import-pack.ts'
import { readPack } from '../../modules/learning/content/read-pack.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

const SHIPPED_CATALOGUE = join(import.meta.dir, '../../../content')

type Environment = Record<string, string | undefined>

/** Makes the catalogue what the folder says, or names every fault of it and changes nothing. */
export async function importContent(environment: Environment, folder: string): Promise<void> {
  const { pack, faults } = await readPack(resolve(folder))
  if (!pack) {
    for (const { file, line, message } of faults) console.error(`${join(folder, file)}:${line}: ${message}`)
    console.error(`\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}; nothing was imported.`)
    process.exitCode = 1
    return
  }
  await withPlatform(environment, async (platform) => {
    const report = await importPack(platform, pack, {
      now: now(),
      onProgress: (step, done, total) => showProgress(`${step} ${done}/${total}`),
    })
    showProgress('')
    console.log(describeReport(report))
  })
}

export async function exportContent(environment: Environment, folder: string): Promise<void> {
  await withPlatform(environment, async (platform) => {
    const files = await exportPack(platform, {
      folder: resolve(folder),
      name: 'Exported catalogue',
      version: 1,
    })
    console.log(`${files.length} files were written to ${resolve(folder)}.`)
  })
}

/** The shipped catalogue, for trials. A catalogue that is there already is left alone. */
export async function importDemoCatalogue(
  platform: Platform,
  onProgress: (line: string) => void,
): Promise<void> {
  const [known] = await platform.db<{ version: bigint }>`select version from catalogue_version`
  if (known!.version > 0n) return
  const { pack, faults } = await readPack(SHIPPED_CATALOGUE)
  if (!pack) throw new Error(`The shipped catalogue has faults: ${JSON.stringify(faults.slice(0, 3))}`)
  const { courses, lessons, questions } = await importPack(platform, pack, { now: now() })
  onProgress(`imported ${courses.added} courses, ${lessons.added} lessons, ${questions.added} questions`)
}

/** The shipped contests, for trials: of each there is always one that is live and one that comes after it. */
export async function renewDemoContests(platform: Platform): Promise<void> {
  for (const series of await readSeries(join(SHIPPED_CATALOGUE, 'contests')))
    await renewSeries(platform, series, now())
}

async function withPlatform(
  environment: Environment,
  work: (platform: Platform) => Promise<void>,
): Promise<void> {
  const config = readConfig(environment)
  const { url, embedded } = await readyDatabase(config, (line) => console.log(line))
  const platform = await openPlatform(config, url)
  try {
    await work(platform)
  } finally {
    await platform.close()
    await embedded?.stop()
  }
}

/** One line that is written over, on a terminal; nothing elsewhere. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
}

function describeReport(report: ImportReport): string {
  const { pictures, ...kinds } = report
  const lines = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged, archived }]) =>
      `${kind.padEnd(10)} ${added} added, ${changed} changed, ${unchanged} unchanged, ${archived} archived`,
  )
  return [...lines, `pictures   ${pictures}`].join('\n')
}
