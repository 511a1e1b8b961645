import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { presentSiteSettings } from './public/present-site-settings.ts'
import { getRuntimeSettings } from './public/runtime-settings-cache.ts'
import { SITE_SETTINGS_EXAMPLE, SiteSettingsSchema } from './public/site-settings.ts'
import { getCachedSiteSettings } from './public/site-settings-cache.ts'

/** How long a client or a proxy may show older settings. */
const MAX_AGE_SECONDS = 60

const PublicSiteSettingsSchema = SiteSettingsSchema.extend({
  isSignUpOpen: z.boolean().openapi({ description: 'Whether visitors may create accounts' }),
}).openapi('PublicSiteSettings')

export function siteSettingsRoutes(platform: Platform): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/public/site-settings',
      tag: 'Public pages',
      summary: 'Read the name, language, accent and logo of the site, and whether its sign-up is open',
      access: 'public',
      sharedMaxAgeSeconds: MAX_AGE_SECONDS,
      response: { data: PublicSiteSettingsSchema, example: { ...SITE_SETTINGS_EXAMPLE, isSignUpOpen: true } },
      handle: async () => {
        const { isSignUpOpen } = await getRuntimeSettings(platform, platform.db)
        return {
          ...presentSiteSettings(await getCachedSiteSettings(platform), platform.config.publicUrl),
          isSignUpOpen,
        }
      },
    }),
  ]
}
