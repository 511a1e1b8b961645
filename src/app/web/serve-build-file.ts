import { join } from 'node:path'
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

/** The manifest, by which a browser installs the app, with the name and the language of the site. */
export async function serveManifest(
  { folder }: BuiltWeb,
  { name, language }: SiteSettings,
  request: Request,
): Promise<Response> {
  const manifest = (await Bun.file(join(folder, 'manifest.webmanifest')).json()) as object
  const content = JSON.stringify({ ...manifest, name, short_name: name, lang: language })
  return etagResponse(content, { ...REVALIDATED, 'content-type': 'application/manifest+json' }, request)
}
