import { join } from 'node:path'
import { plainAnswer } from '../../platform/http/answer.ts'
import type { PlainRoute } from '../../platform/http/server.ts'

const FOLDER = join(import.meta.dir, '../../platform/reference')
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const ASSETS: Record<string, { file: string; type: string }> = {
  '/docs': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/docs/reference.css': { file: 'reference.css', type: 'text/css; charset=utf-8' },
  '/docs/reference.js': { file: 'reference.js', type: 'text/javascript; charset=utf-8' },
  '/docs/favicon.svg': { file: 'favicon.svg', type: 'image/svg+xml' },
}

/** The API document and the page that shows it. */
export function referencePages(openApi: () => object): PlainRoute[] {
  let documentText: string | undefined
  return [
    {
      path: '/openapi.json',
      handle: () => {
        documentText ??= JSON.stringify(openApi())
        return plainAnswer(documentText, 200, {
          'content-type': 'application/json',
          'cache-control': 'no-cache',
        })
      },
    },
    ...Object.entries(ASSETS).map(([path, { file, type }]) => ({
      path,
      handle: async () =>
        plainAnswer(await Bun.file(join(FOLDER, file)).arrayBuffer(), 200, {
          'content-type': type,
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'cache-control': 'no-cache',
        }),
    })),
  ]
}
