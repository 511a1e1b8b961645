import {
  type ImportProgress,
  type ImportReport,
  importPack,
} from '../../modules/authoring/packs/import-pack.ts'
import { readPack } from '../../modules/authoring/packs/read-pack.ts'
import type { Pack, PackError } from '../../modules/authoring/public/pack.ts'
import { importBadges } from '../../modules/badges/packs/import-badges.ts'
import { type BadgeReadResult, readBadges } from '../../modules/badges/packs/read-badges.ts'
import type { ImportCounts } from '../../modules/questions/public/import-counts.ts'
import { now } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'

/** A pack, with what modules above learning read from it. */
export interface ContentPack {
  pack: Pack
  badges: BadgeReadResult['badges']
}

export type ContentReport = ImportReport & { badges: ImportCounts }

export async function readContentPack(folder: string): Promise<ContentPack | { errors: PackError[] }> {
  const [{ pack, errors }, { badges, media, errors: badgeErrors }] = await Promise.all([
    readPack(folder),
    readBadges(folder),
  ])
  if (!pack || badgeErrors.length > 0) return { errors: [...errors, ...badgeErrors] }
  return { pack: { ...pack, media: new Map([...pack.media, ...media]) }, badges }
}

/** All of it in one transaction, or nothing. */
export async function importContentPack(
  platform: Platform,
  { pack, badges }: ContentPack,
  onProgress?: ImportProgress,
): Promise<ContentReport> {
  const at = now()
  let counts: ImportCounts | undefined
  const report = await importPack(platform, pack, {
    now: at,
    ...(onProgress ? { onProgress } : {}),
    alsoImport: async (tx) => {
      counts = await importBadges(tx, badges, at)
    },
  })
  return { ...report, badges: counts! }
}
