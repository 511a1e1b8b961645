import { defineSharedCache } from '../../../platform/cache/shared-cache.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getSiteSettings } from './replace-site-settings.ts'
import type { SiteSettings } from './site-settings.ts'

const settingsCache = defineSharedCache({
  channel: 'site_settings.changed',
  ttlMs: 5_000,
  read: (db: Db) => getSiteSettings(db),
})

/** The settings of the site, from the memory of this process. */
export function getCachedSiteSettings({
  db,
  pubsub,
}: Pick<Platform, 'db' | 'pubsub'>): SiteSettings | Promise<SiteSettings> {
  return settingsCache.of(pubsub).get(db)
}

export const invalidateSiteSettings = settingsCache.invalidateOnEvent
