import { join, resolve } from 'node:path'
import { BadgesRefused, importBadges } from '../../modules/badges/content/import-badges.ts'
import { type BadgeReading, readBadges } from '../../modules/badges/content/read-badges.ts'
import { writeBadges } from '../../modules/badges/content/write-badges.ts'
import { readSeries } from '../../modules/contests/planning/contest-series.ts'
import { renewSeries } from '../../modules/contests/planning/renew-series.ts'
import { exportPack } from '../../modules/learning/content/export-pack.ts'
import {
  type ImportProgress,
  type ImportReport,
  importPack,
} from '../../modules/learning/content/import-pack.ts'
import type { Pack, PackFault } from '../../modules/learning/content/pack.ts'
import { readPack } from '../../modules/learning/content/read-pack.ts'
import type { ImportCounts } from '../../modules/questions/import-questions.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

const SHIPPED_CATALOGUE = join(import.meta.dir, '../../../content')

type Environment = Record<string, string | undefined>

/** A pack, with what modules above learning read from it. */
interface WholePack {
  pack: Pack
  badges: BadgeReading['badges']
}

/** Makes the catalogue what the folder says, or names every fault of it and changes nothing. */
export async function importContent(environment: Environment, folder: string): Promise<void> {
  const read = await readWhole(resolve(folder))
  if ('faults' in read) return refuse(folder, read.faults)
  await withPlatform(environment, async (platform) => {
    try {
      const report = await importWhole(platform, read, (step, done, total) =>
        showProgress(`${step} ${done}/${total}`),
      )
      showProgress('')
      console.log(describeReport(report))
    } catch (fault) {
      if (!(fault instanceof BadgesRefused)) throw fault
      showProgress('')
      refuse(folder, fault.faults)
    }
  })
}

export async function exportContent(environment: Environment, folder: string): Promise<void> {
  await withPlatform(environment, async (platform) => {
    const files = await exportPack(platform, {
      folder: resolve(folder),
      name: 'Exported catalogue',
      version: 1,
    })
    const badges = await writeBadges(platform, resolve(folder))
    console.log(`${files.length + badges.length} files were written to ${resolve(folder)}.`)
  })
}

/** The shipped catalogue, for trials. A catalogue that is there already is left alone. */
export async function importDemoCatalogue(
  platform: Platform,
  onProgress: (line: string) => void,
): Promise<void> {
  const [known] = await platform.db<{ version: bigint }>`select version from catalogue_version`
  if (known!.version > 0n) return
  const read = await readWhole(SHIPPED_CATALOGUE)
  if ('faults' in read)
    throw new Error(`The shipped catalogue has faults: ${JSON.stringify(read.faults.slice(0, 3))}`)
  const { courses, lessons, questions } = await importWhole(platform, read)
  onProgress(`imported ${courses.added} courses, ${lessons.added} lessons, ${questions.added} questions`)
}

/** The shipped contests, for trials: of each there is always one that is live and one that comes after it. */
export async function renewDemoContests(platform: Platform): Promise<void> {
  for (const series of await readSeries(join(SHIPPED_CATALOGUE, 'contests')))
    await renewSeries(platform, series, now())
}

async function readWhole(folder: string): Promise<WholePack | { faults: PackFault[] }> {
  const [{ pack, faults }, { badges, media, faults: faultsOfBadges }] = await Promise.all([
    readPack(folder),
    readBadges(folder),
  ])
  if (!pack || faultsOfBadges.length > 0) return { faults: [...faults, ...faultsOfBadges] }
  return { pack: { ...pack, media: new Map([...pack.media, ...media]) }, badges }
}

async function importWhole(
  platform: Platform,
  { pack, badges }: WholePack,
  onProgress?: ImportProgress,
): Promise<ImportReport & { badges: ImportCounts }> {
  const at = now()
  let counts: ImportCounts | undefined
  const report = await importPack(platform, pack, {
    now: at,
    ...(onProgress ? { onProgress } : {}),
    beside: async (tx) => {
      counts = await importBadges(tx, badges, at)
    },
  })
  return { ...report, badges: counts! }
}

function refuse(folder: string, faults: PackFault[]): void {
  for (const { file, line, message } of faults) console.error(`${join(folder, file)}:${line}: ${message}`)
  console.error(`\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}; nothing was imported.`)
  process.exitCode = 1
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

function describeReport(report: ImportReport & { badges: ImportCounts }): string {
  const { pictures, ...kinds } = report
  const lines = Object.entries(kinds).map(
    ([kind, { added, changed, unchanged, archived }]) =>
      `${kind.padEnd(10)} ${added} added, ${changed} changed, ${unchanged} unchanged, ${archived} archived`,
  )
  return [...lines, `pictures   ${pictures}`].join('\n')
}
