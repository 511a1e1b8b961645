import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { commonErrors } from '../../platform/errors.ts'
import { acceptedEncodings } from '../../platform/http/accepted-encodings.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { sha256 } from '../../platform/secrets.ts'
import { sandboxContentSecurityPolicy } from './content-security-policy.ts'
import type { BuiltWeb } from './web-build.ts'

export const ASSET_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.html': 'text/html; charset=utf-8',
}
/** Matches the file names of the build, so that no path leads out of the folder. */
const NAME = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|png|woff2|wasm|html)$/
const ENCODINGS = [
  { token: 'br', ending: '.br' },
  { token: 'gzip', ending: '.gz' },
]

/** Serves a built file in the smallest available encoding that the client accepts. Names change with the content. */
export async function serveAsset({ folder }: BuiltWeb, name: string, request: Request): Promise<Response> {
  const path = join(folder, 'assets', name)
  if (!NAME.test(name) || !existsSync(path)) throw commonErrors.not_found()
  const accepted = acceptedEncodings(request)
  const encoding = ENCODINGS.find(({ token, ending }) => accepted.has(token) && existsSync(path + ending))
  return plainResponse(Bun.file(encoding ? path + encoding.ending : path), 200, {
    'content-type': ASSET_TYPES[extname(name)]!,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding.token } : {}),
    ...(name.endsWith('.html') ? sandboxHeaders(await Bun.file(path).text()) : {}),
  })
}

/** The only page among the files is the sandbox. The applications show it in a frame. */
function sandboxHeaders(page: string): Record<string, string> {
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? []
  return {
    'content-security-policy': sandboxContentSecurityPolicy(sha256(script).toString('base64')),
    'x-frame-options': 'SAMEORIGIN',
  }
}
