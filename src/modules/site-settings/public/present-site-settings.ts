import type { z } from '../../../platform/zod.ts'
import { logoPath } from './site-logo.ts'
import type { SiteSettings, SiteSettingsSchema } from './site-settings.ts'

export function presentSiteSettings(
  { logoId, ...settings }: SiteSettings,
  publicUrl: string,
): z.input<typeof SiteSettingsSchema> {
  const path = logoPath({ logoId })
  return {
    ...settings,
    logoUrl: path && publicUrl + path,
    updatedAt: settings.updatedAt?.toISOString() ?? null,
  }
}
