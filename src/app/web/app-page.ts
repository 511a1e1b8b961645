import { join } from 'node:path'
import { logoIconPath, logoPath } from '../../modules/site-settings/public/site-logo.ts'
import { pathOf } from '../../platform/http/request-url.ts'
import { etagResponse, plainResponse } from '../../platform/http/response.ts'
import type { InlineHashes } from './content-security-policy.ts'
import { hashInline, hashText, pageHeaders } from './page-headers.ts'
import { visitorLanguages } from './public-pages/visitor-choices.ts'
import type { ShownSite, SiteReader } from './site-reader.ts'
import type { BuiltWeb, WebBuild } from './web-build.ts'

export type AppName = 'learner' | 'studio' | 'console'

/** The settings that the page passes to the applications. */
export type WebSettings = typeof import('../../../web/ui/api/settings.ts').settings

interface AppPageDeps {
  build: WebBuild
  site: SiteReader
  settings: (site: ShownSite) => WebSettings
  headLines?: string[] | undefined
}

/** The address of the first screen of an application, whose page also names the files of that screen. */
const HOMES: Record<AppName, string> = { learner: '/', studio: '/studio', console: '/console' }

/** The HTML of the applications, with the settings of this process in it. */
export class AppPages {
  readonly #deps: AppPageDeps
  readonly #texts = new Map<string, string>()
  #textsOf: ShownSite | undefined
  readonly #inline = new Map<string, InlineHashes>()

  constructor(deps: AppPageDeps) {
    this.#deps = deps
  }

  async answer(app: AppName, request: Request, status = 200): Promise<Response> {
    const page = await this.page(app, request)
    if (!page) return buildFailed()
    const { text, headers } = page
    return status === 200 ? etagResponse(text, headers, request) : plainResponse(text, status, headers)
  }

  /** The page of an address without content. Undefined if the applications could not be built. */
  async page(
    app: AppName,
    request: Request,
  ): Promise<{ text: string; headers: Record<string, string> } | undefined> {
    const built = await this.#deps.build.current().catch(() => undefined)
    if (!built) return undefined
    const site = await this.#deps.site.current()
    const template = await this.template(app, built, site, pathOf(request) === HOMES[app])
    const languages = app === 'console' ? [...visitorLanguages(request), site.settings.language] : []
    const text = keepTexts(template, languageOf(template, languages))
    const headers = { ...(await this.headers(app, built, site)), vary: 'accept-language, cookie' }
    return { text, headers }
  }

  /**
   * The page with the logo, which a server-rendered first view replaces. The page of a signed-in home also names the
   * files of that home, so that they load beside the script and not after it.
   */
  async template(
    app: AppName,
    { folder, digest }: BuiltWeb,
    site: ShownSite,
    isHome = false,
  ): Promise<string> {
    if (this.#textsOf !== site) {
      this.#texts.clear()
      this.#textsOf = site
    }
    const key = `${digest}/${app}/${isHome}`
    const known = this.#texts.get(key)
    if (known) return known
    const html = await readBuilt(app, folder)
    // `<` is escaped, so that no value can end the element.
    const settings = JSON.stringify(this.#deps.settings(site)).replaceAll('<', '\\u003c')
    const lines = [
      ...(site.style ? [`<style>${site.style}</style>`] : []),
      `<script type="application/json" id="settings">${settings}</script>`,
      ...(this.#deps.headLines ?? []),
    ]
    const text = html
      .replace(/<!--home-->(.*)<!--\/home-->\n/s, isHome ? '$1\n' : '')
      .replace(isHome ? /$^/ : /<!--screen-texts \w+-->.*\n/g, '')
      .replace('<title>Lyceum', () => `<title>${Bun.escapeHTML(site.settings.name)}`)
      .replace('<!--settings-->', () => lines.join('\n'))
      .replaceAll(BUILT_ICONS, (link, type: string) => iconLink(site, type) ?? link)
      .replace(SPLASH, (image) => splashOf(site) ?? image)
    // The settings may have changed while the file was read.
    if (this.#textsOf === site) this.#texts.set(key, text)
    return text
  }

  /** The headers of every page with this template. */
  async headers(
    app: AppName,
    { folder, digest }: BuiltWeb,
    { style }: ShownSite,
  ): Promise<Record<string, string>> {
    const key = `${digest}/${app}`
    const inline = this.#inline.get(key) ?? hashInline(await readBuilt(app, folder))
    this.#inline.set(key, inline)
    const styles = style === '' ? inline.styles : [...inline.styles, hashText(style)]
    return pageHeaders({ ...inline, styles })
  }
}

const BUILT_ICONS = /<link rel="(icon|apple-touch-icon)" href="[^"]+"[^>]*>/g

/** Undefined without a logo: the page has the icons of the build. */
function iconLink({ settings }: ShownSite, rel: string): string | undefined {
  const path = logoIconPath(settings)
  return path === null ? undefined : `<link rel="${rel}" href="${path}">`
}

const SPLASH = /<div class="splash"><img src="[^"]+"/

/** The logo while the application loads. */
function splashOf({ settings }: ShownSite): string | undefined {
  const path = logoPath(settings)
  return path === null ? undefined : `<div class="splash"><img src="${path}"`
}

const readBuilt = (app: AppName, folder: string) => Bun.file(join(folder, `${app}.html`)).text()

/** The first of the languages that the page has texts of. The application chooses in the same way. */
function languageOf(template: string, languages: string[]): string | undefined {
  const known = new Set([...template.matchAll(/<!--texts (\w+)-->/g)].map(([, language]) => language))
  return languages.map((tag) => tag.split('-')[0]!.toLowerCase()).find((language) => known.has(language))
}

/** Keeps the links to the texts of one language, or of none. */
export function keepTexts(template: string, language?: string): string {
  return template.replaceAll(/<!--(?:screen-)?texts (\w+)-->(.*\n)/g, (_, of: string, link: string) =>
    of === language ? link : '',
  )
}

/** The API works without the applications. */
function buildFailed(): Response {
  const text =
    '<!doctype html><html lang="en"><title>Lyceum</title><h1>The web applications could not be built</h1><p>The log of the service says why. The API works: see <a href="/docs">/docs</a>.'
  return plainResponse(text, 503, { ...pageHeaders(), 'cache-control': 'no-store', 'retry-after': '5' })
}
