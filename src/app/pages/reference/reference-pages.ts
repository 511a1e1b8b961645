import { commonErrors } from '../../../platform/errors.ts'
import type { PlainRoute } from '../../../platform/http/plain-route.ts'
import { etagResponse } from '../../../platform/http/response.ts'
import { packagePath, productPath } from '../../../platform/product-files.ts'
import { CompressedFile } from './compressed-file.ts'
import { LIVE_CONTENT_SECURITY_POLICY, type LiveDocument, livePage } from './live-page.ts'
import { REFERENCE_CONTENT_SECURITY_POLICY, referencePage } from './reference-page.ts'

/** The package's bundle for browsers. */
const SCALAR = packagePath('@scalar/api-reference', 'dist/browser/standalone.js')
const own = (name: string) => productPath(`src/app/pages/reference/${name}`)

export interface Documents {
  openApi: () => object
  asyncApi: () => object
}

/** The API documents and the pages that show them. */
export function referencePages({ openApi, asyncApi }: Documents): PlainRoute[] {
  const files = {
    icon: new CompressedFile(productPath('web/ui/brand/favicon.svg'), 'icon'),
    tokens: new CompressedFile(productPath('web/ui/styles/tokens.css'), 'tokens'),
    page: new CompressedFile(own('page.css'), 'page'),
    theme: new CompressedFile(own('theme.css'), 'theme'),
    scalar: new CompressedFile(SCALAR, 'scalar'),
    start: new CompressedFile(own('start.js'), 'start'),
    live: new CompressedFile(own('live.css'), 'live'),
  }
  return [
    documentRoute('/openapi.json', openApi),
    documentRoute('/asyncapi.json', asyncApi),
    pageRoute('/docs', REFERENCE_CONTENT_SECURITY_POLICY, async () => referencePage(await urlsOf(files))),
    pageRoute('/docs/live', LIVE_CONTENT_SECURITY_POLICY, async () =>
      livePage(asyncApi() as LiveDocument, await urlsOf(files)),
    ),
    {
      path: '/docs/files/:name',
      handle: async (request, { name }) => {
        for (const file of Object.values(files))
          if ((await file.name()) === name) return file.respond(request)
        throw commonErrors.not_found()
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

function pageRoute(path: string, policy: string, render: () => Promise<string>): PlainRoute {
  let page: string | undefined
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
  }
  return {
    path,
    handle: async (request) => {
      page ??= await render()
      return etagResponse(page, headers, request)
    },
  }
}

async function urlsOf<Name extends string>(
  files: Record<Name, CompressedFile>,
): Promise<Record<Name, string>> {
  const urls = {} as Record<Name, string>
  for (const name in files) urls[name] = `/docs/files/${await files[name].name()}`
  return urls
}
