import {
  type ImportProgress,
  type ImportReport,
  importPack,
  previewImport,
} from '../../modules/authoring/packs/import-pack.ts'
import { readPack } from '../../modules/authoring/packs/read-pack.ts'
import type { Pack, PackError } from '../../modules/authoring/public/pack.ts'
import { importBadges, previewBadges } from '../../modules/badges/packs/import-badges.ts'
import { type BadgeReadResult, readBadges } from '../../modules/badges/packs/read-badges.ts'
import {
  type AuthoredImport,
  type AuthoredReport,
  importAuthored,
} from '../../modules/content-exchange/import-authored.ts'
import type { AuthoredPack } from '../../modules/content-exchange/read-authored-pack.ts'
import type { KindPlan } from '../../modules/questions/public/import-plan.ts'
import { now } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'

/** A content pack with the badges, which belong to a higher module. */
export interface ContentPack {
  pack: Pack
  badges: BadgeReadResult['badges']
}

export type ContentReport = ImportReport & { badges: KindPlan }

export async function readContentPack(folder: string): Promise<ContentPack | { errors: PackError[] }> {
  const [{ pack, errors }, { badges, media, errors: badgeErrors }] = await Promise.all([
    readPack(folder),
    readBadges(folder),
  ])
  if (!pack || badgeErrors.length > 0) return { errors: [...errors, ...badgeErrors] }
  return { pack: { ...pack, media: new Map([...pack.media, ...media]) }, badges }
}

export interface ContentImport {
  /** Archives what the pack had at its last import and no longer has. */
  archiveMissing: boolean
  onProgress?: ImportProgress
}

/** Imports the pack and its badges in one transaction. */
export async function importContentPack(
  platform: Platform,
  { pack, badges }: ContentPack,
  { archiveMissing, onProgress }: ContentImport,
): Promise<ContentReport> {
  const at = now()
  let badgeReport: KindPlan | undefined
  const report = await importPack(platform, pack, {
    now: at,
    archiveMissing,
    ...(onProgress ? { onProgress } : {}),
    alsoImport: async (tx) => {
      badgeReport = await importBadges(tx, { badges, packId: pack.id, archiveMissing }, at)
    },
  })
  return { ...report, badges: badgeReport! }
}

/** Reports what `importContentPack` would do, and writes nothing. */
export async function previewContentPack(
  platform: Platform,
  { pack, badges }: ContentPack,
  archiveMissing: boolean,
): Promise<ContentReport> {
  return {
    ...(await previewImport(platform, pack, archiveMissing)),
    badges: await previewBadges(platform.db, { badges, packId: pack.id, archiveMissing }),
  }
}

/** Adds what authors made on another server. */
export async function importAuthoredPack(
  platform: Platform,
  pack: AuthoredPack,
  options: Omit<AuthoredImport, 'now'>,
): Promise<AuthoredReport> {
  return importAuthored(platform, pack, { ...options, now: now() })
}
