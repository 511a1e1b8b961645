import { join } from 'node:path'
import { pathOf } from '../../platform/http/request-url.ts'
import { etagResponse, plainResponse } from '../../platform/http/response.ts'
import { PAGE_HEADERS } from './page-headers.ts'
import type { BuiltWeb, WebBuild } from './web-build.ts'

export type AppName = 'learner' | 'studio' | 'console'

/** The settings that the page passes to the applications. */
export interface WebSettings {
  version: string
  /** Accounts to try the service with; none outside development. */
  demoAccounts: { role: string; email: string; password: string }[]
  /** The providers of accounts that this service is configured for. */
  signInWith: { provider: 'google' | 'apple'; clientId: string; authorizeUrl: string; returnPath: string }[]
}

/** The HTML of the applications, with the settings of this process in it. */
export class AppPages {
  readonly #build: WebBuild
  readonly #settings: () => WebSettings
  readonly #headLines: string[]
  readonly #texts = new Map<string, string>()

  constructor(build: WebBuild, settings: () => WebSettings, headLines: string[] = []) {
    this.#build = build
    this.#settings = settings
    this.#headLines = headLines
  }

  async answer(app: AppName, request: Request, status = 200): Promise<Response> {
    const built = await this.#build.current().catch(() => undefined)
    if (!built) return buildFailed()
    const text = await this.template(app, built, pathOf(request) === '/')
    return status === 200
      ? etagResponse(text, PAGE_HEADERS, request)
      : plainResponse(text, status, PAGE_HEADERS)
  }

  /**
   * The page with the logo, which a server-rendered first view replaces. The page of a signed-in home also names the
   * files of that home, so that they load beside the script and not after it.
   */
  async template(app: AppName, { folder, digest }: BuiltWeb, isHome = false): Promise<string> {
    const key = `${digest}/${app}/${isHome}`
    const known = this.#texts.get(key)
    if (known) return known
    const html = await Bun.file(join(folder, `${app}.html`)).text()
    // `<` is escaped, so that no value can end the element.
    const settings = JSON.stringify(this.#settings()).replaceAll('<', '\\u003c')
    const lines = [`<script type="application/json" id="settings">${settings}</script>`, ...this.#headLines]
    const text = html
      .replace(/<!--home-->(.*)<!--\/home-->\n/s, isHome ? '$1\n' : '')
      .replace('<!--settings-->', () => lines.join('\n'))
    this.#texts.set(key, text)
    return text
  }
}

/** The API works without the applications. */
function buildFailed(): Response {
  const text =
    '<!doctype html><html lang="en"><title>Lyceum</title><h1>The web applications could not be built</h1><p>The log of the service says why. The API works: see <a href="/docs">/docs</a>.'
  return plainResponse(text, 503, { ...PAGE_HEADERS, 'cache-control': 'no-store', 'retry-after': '5' })
}
