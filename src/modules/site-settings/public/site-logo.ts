import { siteSettingsChanged } from '../../../events/site-settings.ts'
import { OWL_MARK } from '../../../platform/brand/brand.ts'
import type { RunOptions } from '../../../platform/child-process/run-in-child.ts'
import { addMs, HOUR_MS } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteUnusedLogoJob } from '../jobs.ts'
import { LOGO_LIMIT_BYTES, renderLogo } from '../logo/render-logo.ts'
import { getSiteSettings } from './replace-site-settings.ts'
import type { SiteSettings } from './site-settings.ts'

/** A form with the largest picture. */
export const LOGO_FORM_BYTES = LOGO_LIMIT_BYTES + 64 * 1024

const pageKey = (logoId: string) => `site/${logoId}.webp`
const iconKey = (logoId: string) => `site/${logoId}.png`

/** The path of the logo for pages: a WebP of 192 × 192. Null: the site shows the owl. */
export function logoPath({ logoId }: Pick<SiteSettings, 'logoId'>): string | null {
  return logoId && `/files/${pageKey(logoId)}`
}

/** The path of the logo for home screens and tabs: a PNG of 512 × 512. */
export function logoIconPath({ logoId }: Pick<SiteSettings, 'logoId'>): string | null {
  return logoId && `/files/${iconKey(logoId)}`
}

/** The mark of a page outside of the web applications. */
export function siteMark(settings: Pick<SiteSettings, 'logoId'>): string {
  const path = logoPath(settings)
  return path === null ? OWL_MARK : `<img src="${path}" alt="" width="32" height="32" class="logo">`
}

/** Stores the files before the row that names them. A job deletes them after an hour if the site does not show them. */
export async function storeLogo(
  { write, storage }: Pick<Platform, 'write' | 'storage'>,
  { file, now, ...options }: { file: File | undefined; now: Date } & RunOptions,
): Promise<string> {
  const { page, icon } = await renderLogo(file, options)
  const logoId = newId()
  await write(async (tx) => enqueueDeletion(tx, logoId, now))
  await storage.put(pageKey(logoId), page, 'image/webp')
  await storage.put(iconKey(logoId), icon, 'image/png')
  return logoId
}

/**
 * Puts the logo in the place of the old one; null removes it. One change at a time: the lock lasts until commit. The old files stay for an
 * hour, for pages that are open.
 */
export async function replaceSiteLogo(
  tx: Tx,
  { logoId, now }: { logoId: string | null; now: Date },
): Promise<{ before: SiteSettings; after: SiteSettings }> {
  // The row may not exist yet, so the one row that always exists is locked.
  await tx`select from site_setup for no key update`
  const before = await getSiteSettings(tx)
  if (before.logoId === logoId) return { before, after: before }
  const { name, language, accent, updatedAt } = before
  await tx`
    insert into site_settings (name, language, accent, logo_id, updated_at)
    values (${name}, ${language}, ${accent}, ${logoId}, ${updatedAt ?? now})
    on conflict (only_row) do update set logo_id = excluded.logo_id`
  if (before.logoId) enqueueDeletion(tx, before.logoId, now)
  tx.emit(siteSettingsChanged({ at: now.toISOString() }))
  return { before, after: { ...before, logoId, updatedAt: updatedAt ?? now } }
}

function enqueueDeletion(tx: Tx, logoId: string, now: Date): void {
  tx.enqueue(deleteUnusedLogoJob, { logoId }, { startAfter: addMs(now, HOUR_MS) })
}

export async function deleteLogoIfUnused(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { logoId }: { logoId: string },
): Promise<void> {
  if ((await getSiteSettings(db)).logoId === logoId) return
  await storage.delete(pageKey(logoId))
  await storage.delete(iconKey(logoId))
}
