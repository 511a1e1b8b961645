import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { commonErrors } from '../../platform/errors.ts'
import { etagResponse } from '../../platform/http/response.ts'
import type { PlainRoute } from '../../platform/http/server.ts'

const FOLDER = join(import.meta.dir, '../../platform/reference')
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface Documents {
  openApi: () => object
  asyncApi: () => object
}

/** The API documents and the pages that show them. */
export function referencePages({ openApi, asyncApi }: Documents): PlainRoute[] {
  // Only names that were in the folder at the start are served, so no path leads out of it.
  const assets = new Set(readdirSync(FOLDER).filter((name) => extname(name) in TYPES))
  return [
    documentRoute('/openapi.json', openApi),
    documentRoute('/asyncapi.json', asyncApi),
    { path: '/docs', handle: (request) => serve('page.html', 'text/html; charset=utf-8', request) },
    { path: '/docs/live', handle: (request) => serve('live.html', 'text/html; charset=utf-8', request) },
    {
      path: '/docs/:name',
      handle: (request, { name = '' }) => {
        if (!assets.has(name)) throw commonErrors.not_found()
        return serve(name, TYPES[extname(name)]!, request)
      },
    },
  ]
}

function documentRoute(path: string, describe: () => object): PlainRoute {
  let text: string | undefined
  return {
    path,
    handle: (request) => {
      text ??= JSON.stringify(describe())
      return etagResponse(text, { 'content-type': 'application/json', 'cache-control': 'no-cache' }, request)
    },
  }
}

async function serve(name: string, type: string, request: Request): Promise<Response> {
  const headers = {
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': 'no-cache',
  }
  return etagResponse(await Bun.file(join(FOLDER, name)).arrayBuffer(), headers, request)
}
