import { importBadges } from '../../modules/badges/content/import-badges.ts'
import { type BadgeReading, readBadges } from '../../modules/badges/content/read-badges.ts'
import {
  type ImportProgress,
  type ImportReport,
  importPack,
} from '../../modules/learning/content/import-pack.ts'
import type { Pack, PackFault } from '../../modules/learning/content/pack.ts'
import { readPack } from '../../modules/learning/content/read-pack.ts'
import type { ImportCounts } from '../../modules/questions/import-questions.ts'
import { now } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'

/** A pack, with what modules above learning read from it. */
export interface WholePack {
  pack: Pack
  badges: BadgeReading['badges']
}

export type WholeReport = ImportReport & { badges: ImportCounts }

export async function readWholePack(folder: string): Promise<WholePack | { faults: PackFault[] }> {
  const [{ pack, faults }, { badges, media, faults: faultsOfBadges }] = await Promise.all([
    readPack(folder),
    readBadges(folder),
  ])
  if (!pack || faultsOfBadges.length > 0) return { faults: [...faults, ...faultsOfBadges] }
  return { pack: { ...pack, media: new Map([...pack.media, ...media]) }, badges }
}

/** All of it in one transaction, or nothing. */
export async function importWholePack(
  platform: Platform,
  { pack, badges }: WholePack,
  onProgress?: ImportProgress,
): Promise<WholeReport> {
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
