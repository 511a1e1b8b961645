import { join } from 'node:path'
import { logoIconPath, logoPath } from '../../modules/site-settings/public/site-logo.ts'
import type { SiteSettings } from '../../modules/site-settings/public/site-settings.ts'
import { etagResponse } from '../../platform/http/response.ts'
import type { BuiltWeb } from './web-build.ts'

/*
 * Files whose names stay the same in every build, so browsers revalidate them.
 */
const REVALIDATED = { 'cache-control': 'no-cache' }

/** A worker has its own policy: it runs no other script and calls only this origin. */
export async function serveWorker({ folder }: BuiltWeb, request: Request): Promise<Response> {
  const content = await Bun.file(join(folder, 'sw.js')).text()
  const headers = {
    ...REVALIDATED,
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  }
  return etagResponse(content, headers, request)
}

/** The manifest, by which a browser installs the app, with the name, the language and the logo of the site. */
export async function serveManifest(
  { folder }: BuiltWeb,
  { name, language, logoId }: SiteSettings,
  request: Request,
): Promise<Response> {
  const manifest = (await Bun.file(join(folder, 'manifest.webmanifest')).json()) as object
  const content = JSON.stringify({
    ...manifest,
    name,
    short_name: name,
    lang: language,
    ...(logoId && { icons: logoIcons(logoId) }),
  })
  return etagResponse(content, { ...REVALIDATED, 'content-type': 'application/manifest+json' }, request)
}

/** The logo has no transparent parts, so that a device may also cut it into its own shape. */
function logoIcons(logoId: string): { src: string | null; sizes: string; type: string; purpose?: string }[] {
  const large = { src: logoIconPath({ logoId }), sizes: '512x512', type: 'image/png' }
  return [
    { src: logoPath({ logoId }), sizes: '192x192', type: 'image/webp' },
    large,
    { ...large, purpose: 'maskable' },
  ]
}
