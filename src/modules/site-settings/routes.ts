import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentSiteSettings, SITE_SETTINGS_EXAMPLE, SiteSettingsSchema } from './public/site-settings.ts'
import { getCachedSiteSettings } from './public/site-settings-cache.ts'

/** How long a client or a proxy may show older settings. */
const MAX_AGE_SECONDS = 60

export function siteSettingsRoutes(platform: Platform): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/public/site-settings',
      tag: 'Public pages',
      summary: 'Read the name, language and accent of the site',
      access: 'public',
      sharedMaxAgeSeconds: MAX_AGE_SECONDS,
      response: { status: 200, data: SiteSettingsSchema, example: SITE_SETTINGS_EXAMPLE },
      handle: async () => presentSiteSettings(await getCachedSiteSettings(platform)),
    }),
  ]
}
