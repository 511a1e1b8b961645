import { pathOf } from '../../../platform/http/request-url.ts'
import { etagResponse, plainResponse, toRefusal } from '../../../platform/http/response.ts'
import { log } from '../../../platform/log.ts'
import type { AppPages, WebSettings } from '../app-page.ts'
import { pageHeaders } from '../page-headers.ts'
import { isSignedInBrowser } from '../session/cookies.ts'
import type { ShownSite, SiteReader } from '../site-reader.ts'
import type { WebBuild } from '../web-build.ts'
import { PageRenderer, type RenderedPage } from './page-renderer.ts'
import type { PublicReads } from './public-reads.ts'
import { visitorLanguages, visitorTheme } from './visitor-choices.ts'

export interface PublicPageDeps {
  build: WebBuild
  apps: AppPages
  reads: PublicReads
  site: SiteReader
  settings: (site: ShownSite) => WebSettings
  publicUrl: string
}

/** The pages for everybody: their first view is in the HTML, in the language of the visitor. */
export class PublicPages {
  readonly #deps: PublicPageDeps
  readonly #renderer = new PageRenderer()

  constructor(deps: PublicPageDeps) {
    this.#deps = deps
  }

  async answer(request: Request): Promise<Response> {
    const { build, apps, site: reader } = this.#deps
    const built = await build.current().catch(() => undefined)
    // A signed-in user sees another first view, which the application renders.
    if (!built || isSignedInBrowser(request)) return apps.answer('learner', request)
    const site = await reader.current()
    let page: RenderedPage
    try {
      page = await this.#render(request, site)
    } catch (error) {
      log.warn({ error: String(error), path: pathOf(request) }, 'web: rendering a page failed')
      // The application shows the error and a retry. The status tells crawlers to come back later.
      return apps.answer('learner', request, toRefusal(error)?.status ?? 500)
    }
    const template = await apps.template('learner', built, site)
    const text = fillTemplate(template, page, visitorTheme(request))
    const headers = { ...pageHeaders(site.style), vary: 'accept-language, cookie' }
    return page.status === 200
      ? etagResponse(text, headers, request)
      : plainResponse(text, page.status, headers)
  }

  async #render(request: Request, site: ShownSite): Promise<RenderedPage> {
    const { build, reads, settings, publicUrl } = this.#deps
    const render = await this.#renderer.of(await build.current())
    const { url } = request
    return render({
      url: url.slice(url.indexOf('/', url.indexOf('//') + 2)),
      languages: [...visitorLanguages(request), site.settings.language],
      publicUrl,
      settings: settings(site),
      read: (operation, given) => reads.read(request, operation, given),
    })
  }
}

function fillTemplate(template: string, page: RenderedPage, theme: string | undefined): string {
  const language = `<html lang="${page.language}" dir="${page.direction}"${theme ? ` data-theme="${theme}"` : ''}>`
  // `<` is escaped, so that no value can end the element.
  const data = JSON.stringify(page.data).replaceAll('<', '\\u003c')
  const embedded = `<script type="application/json" id="page-data" data-status="${page.status}">${data}</script>`
  return template
    .replace('<html lang="en" dir="ltr">', () => language)
    .replace(/<!--head-->.*<!--\/head-->/s, () => `${page.head}\n${embedded}`)
    .replace(/<!--root-->.*<!--\/root-->/s, () => page.body)
}
