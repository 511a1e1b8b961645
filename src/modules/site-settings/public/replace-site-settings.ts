import { siteSettingsChanged } from '../../../events/site-settings.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { DEFAULT_SETTINGS, type SiteSettings, type SiteSettingsInput } from './site-settings.ts'

/** The stored settings, or the defaults. */
export async function getSiteSettings(db: Db): Promise<SiteSettings> {
  const [settings] = await db<SiteSettings>`
    select name, language, accent, logo_id as "logoId", updated_at as "updatedAt" from site_settings`
  return settings ?? DEFAULT_SETTINGS
}

/** Puts the settings in the place of the old ones. One change at a time: the lock lasts until commit. */
export async function replaceSiteSettings(
  tx: Tx,
  { name, language, accent, now }: SiteSettingsInput & { now: Date },
): Promise<{ before: SiteSettings; after: SiteSettings }> {
  // The row may not exist yet, so the one row that always exists is locked.
  await tx`select from site_setup for no key update`
  const before = await getSiteSettings(tx)
  const isSame = before.name === name && before.language === language && before.accent === accent
  if (isSame && before.updatedAt) return { before, after: before }
  await tx`
    insert into site_settings (name, language, accent, updated_at)
    values (${name}, ${language}, ${accent}, ${now})
    on conflict (only_row) do update set name = excluded.name, language = excluded.language,
      accent = excluded.accent, updated_at = excluded.updated_at`
  tx.emit(siteSettingsChanged({ at: now.toISOString() }))
  return { before, after: { ...before, name, language, accent, updatedAt: now } }
}
