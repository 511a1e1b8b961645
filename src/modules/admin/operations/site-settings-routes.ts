import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from '../../site-settings/errors.ts'
import { presentSiteSettings } from '../../site-settings/public/present-site-settings.ts'
import { getSiteSettings, replaceSiteSettings } from '../../site-settings/public/replace-site-settings.ts'
import { LOGO_FORM_BYTES, replaceSiteLogo, storeLogo } from '../../site-settings/public/site-logo.ts'
import {
  SITE_SETTINGS_EXAMPLE,
  type SiteSettings,
  SiteSettingsInputSchema,
  SiteSettingsSchema,
} from '../../site-settings/public/site-settings.ts'
import { adminAction, adminRead, withExample } from '../../staff-access/public/admin-endpoint.ts'
import { changesBetween } from '../../staff-access/public/record-audit-entry.ts'

const { updatedAt: _, logoUrl: __, ...INPUT_EXAMPLE } = SITE_SETTINGS_EXAMPLE
const response = { data: SiteSettingsSchema, example: SITE_SETTINGS_EXAMPLE } as const

const SITE = { kind: 'site', id: 'site' }

export function siteSettingsAdminRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const present = (settings: SiteSettings) => presentSiteSettings(settings, platform.config.publicUrl)
  return [
    adminRead('GET /admin/site-settings', {
      summary: 'Read the settings of the site',
      response,
      handle: async () => present(await getSiteSettings(db)),
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
          data: present(after),
          act: changes && {
            name: 'site.updated',
            subject: SITE,
            ...changes,
            ...(reason ? { personalTexts: { reason } } : {}),
          },
        }
      },
    }),

    adminAction('PUT /admin/site-settings/logo', {
      summary: 'Upload the logo of the site',
      description:
        'As multipart. Pages, the app and the icon of the installed app show it in place of the owl.',
      body: z.object({}),
      bodyExample: {},
      isBodyRequired: true,
      upload: {
        parts: ['logo'],
        limitBytes: LOGO_FORM_BYTES,
        description:
          'JPEG, PNG or WebP, at most 5 MiB. It becomes a square; transparent parts get a light or dark plate.',
      },
      response,
      refusals: [errors.logo_missing, errors.logo_unsupported, errors.logo_too_large],
      prepare: ({ files, caller, signal, now }) =>
        storeLogo(platform, { file: files.get('logo')?.[0], owner: caller.userId, signal, now }),
      perform: async (tx, { now }, logoId) => changeOf(await replaceSiteLogo(tx, { logoId, now })),
    }),

    adminAction('DELETE /admin/site-settings/logo', {
      summary: 'Remove the logo of the site',
      description: 'The site shows the owl again. A repeated request changes nothing.',
      response: withExample(response, { logoUrl: null }),
      perform: async (tx, { now }) => changeOf(await replaceSiteLogo(tx, { logoId: null, now })),
    }),
  ]
  function changeOf({ before, after }: { before: SiteSettings; after: SiteSettings }) {
    const changes = changesBetween({ logoId: before.logoId }, { logoId: after.logoId })
    const name = after.logoId ? ('site.logo_replaced' as const) : ('site.logo_removed' as const)
    return { data: present(after), act: changes && { name, subject: SITE, ...changes } }
  }
}
