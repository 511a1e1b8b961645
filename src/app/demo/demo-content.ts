import { join } from 'node:path'
import { readSeries } from '../../modules/contests/contest-series.ts'
import { createMissingRuns } from '../../modules/contests/create-missing-runs.ts'
import { now } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { importContentPack, readContentPack } from '../wiring/content-pack.ts'

const SHIPPED_CATALOGUE = join(import.meta.dir, '../../../content')

/** The shipped catalogue, for trials. A catalogue that is there already is left alone. */
export async function importDemoCatalogue(
  platform: Platform,
  onProgress: (line: string) => void,
): Promise<void> {
  const [known] = await platform.db<{ version: bigint }>`select version from catalog_version`
  if (known!.version > 0n) return
  const read = await readContentPack(SHIPPED_CATALOGUE)
  if ('errors' in read)
    throw new Error(`The shipped catalogue has faults: ${JSON.stringify(read.errors.slice(0, 3))}`)
  const { courses, lessons, questions } = await importContentPack(platform, read)
  onProgress(`imported ${courses.added} courses, ${lessons.added} lessons, ${questions.added} questions`)
}

/** The shipped contests, for trials: of each there is always one that is live and one that comes after it. */
export async function renewDemoContests(platform: Platform): Promise<void> {
  for (const series of await readSeries(join(SHIPPED_CATALOGUE, 'contests')))
    await createMissingRuns(platform, series, now())
}
