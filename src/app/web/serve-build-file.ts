import { join } from 'node:path'
import { etagResponse } from '../../platform/http/response.ts'
import type { BuiltWeb } from './web-build.ts'

const HEADERS = {
  // A worker has its own policy: it runs no other script and calls only this origin.
  'sw.js': {
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
  'manifest.webmanifest': { 'content-type': 'application/manifest+json' },
}

/** Serves a file whose name stays the same in every build, so browsers revalidate it. */
export async function serveBuildFile(
  { folder }: BuiltWeb,
  name: keyof typeof HEADERS,
  request: Request,
): Promise<Response> {
  const content = await Bun.file(join(folder, name)).text()
  return etagResponse(content, { ...HEADERS[name], 'cache-control': 'no-cache' }, request)
}
