import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from '../../site-settings/errors.ts'
import { getSiteSettings, replaceSiteSettings } from '../../site-settings/public/replace-site-settings.ts'
import {
  presentSiteSettings,
  SITE_SETTINGS_EXAMPLE,
  SiteSettingsInputSchema,
  SiteSettingsSchema,
} from '../../site-settings/public/site-settings.ts'
import { adminAction, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { changesBetween } from '../../staff-access/public/record-audit-entry.ts'

const { updatedAt: _, ...INPUT_EXAMPLE } = SITE_SETTINGS_EXAMPLE
const response = { status: 200, data: SiteSettingsSchema, example: SITE_SETTINGS_EXAMPLE } as const

export function siteSettingsAdminRoutes({ db }: Platform): Endpoint[] {
  return [
    adminRead('GET /admin/site-settings', {
      summary: 'Read the settings of the site',
      response,
      handle: async () => presentSiteSettings(await getSiteSettings(db)),
    }),

    adminAction('PUT /admin/site-settings', {
      summary: 'Replace the settings of the site',
      description:
        'Pages, the app and mails show the name. Visitors whose browser asks for none of our languages get the language. The same settings again change nothing.',
      body: SiteSettingsInputSchema.extend({
        reason: z.string().trim().min(1).max(500).optional(),
        ifUpdatedAt: TimestampSchema.nullable().optional().openapi({
          description: 'Change nothing, with 412, unless the settings were last changed at this time',
        }),
      }),
      bodyExample: { ...INPUT_EXAMPLE, reason: 'The school has a new name.' },
      response,
      refusals: [errors.site_changed],
      perform: async (tx, { body: { reason, ifUpdatedAt, ...settings }, now }) => {
        const { before, after } = await replaceSiteSettings(tx, { ...settings, now })
        const expected = ifUpdatedAt ? Date.parse(ifUpdatedAt) : ifUpdatedAt
        if (expected !== undefined && expected !== (before.updatedAt?.getTime() ?? null))
          throw errors.site_changed()
        const changes = changesBetween(before, after)
        return {
          data: presentSiteSettings(after),
          act: changes && {
            name: 'site.updated',
            subject: { kind: 'site', id: 'site' },
            ...changes,
            ...(reason ? { personalTexts: { reason } } : {}),
          },
        }
      },
    }),
  ]
}
