import { join } from 'node:path'
import { catalogCache } from '../../modules/catalog/public/catalog-cache.ts'
import { createMissingRuns, readSeries } from '../../modules/contests/contest-series.ts'
import type { Platform } from '../../platform/platform.ts'
import { productPath } from '../../platform/product-files.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'
import { importContentPack, readContentPack } from '../wiring/content-pack.ts'

const SHIPPED_PACK = productPath('content')

/** Imports the shipped content pack, if the first run asked for it. */
export const importDemoCatalogueJob = defineJob<Record<string, never>>('demo.import_catalogue', {
  concurrency: 1,
  timeLimitSeconds: 300,
})

/** Imports the shipped content pack into an empty catalog, so there is nothing that it could change or archive. */
export async function importDemoCatalogue(
  platform: Platform,
  onProgress: (line: string) => void,
): Promise<void> {
  const { version } = await catalogCache(platform).current()
  if (version > 0n) return
  const read = await readContentPack(SHIPPED_PACK)
  if ('errors' in read)
    throw new Error(`The shipped content pack has errors: ${JSON.stringify(read.errors.slice(0, 3))}`)
  const { courses, lessons, questions } = await importContentPack(platform, read, { archiveMissing: false })
  onProgress(
    `imported ${courses.added.length} courses, ${lessons.added.length} lessons, ${questions.added.length} questions`,
  )
}

/** Creates missing runs of the shipped contests: of each series one is live and one is upcoming. */
export async function renewDemoContests(platform: Platform, now: Date): Promise<void> {
  for (const series of await readSeries(join(SHIPPED_PACK, 'contests')))
    await createMissingRuns(platform, series, now)
}
