import { pathOf } from '../../../platform/http/request-url.ts'
import { etagResponse, plainResponse, toRefusal } from '../../../platform/http/response.ts'
import { logPageFailure } from '../log-page-failure.ts'
import { isSignedInBrowser } from '../session/cookies.ts'
import type { ShownSite } from '../site-reader.ts'
import { fillPublicTemplate } from './fill-template.ts'
import { createHomePage } from './home-page.ts'
import type { FindUser, PageDeps } from './page-deps.ts'
import type { RenderedPage } from './page-renderer.ts'
import { visitorLanguages, visitorTheme } from './visitor-choices.ts'

const TOUCH_ICON = /<link rel="apple-touch-icon" href="([^"]+)">/

/** The pages for everybody: their first view is in the HTML, in the language of the visitor. */
export function createPublicPages(deps: PageDeps & { findUser: FindUser }) {
  const { build, apps, reads, renderer, site: reader, settings, publicUrl } = deps
  const answerHome = createHomePage(deps)

  async function render(request: Request, site: ShownSite, template: string): Promise<RenderedPage> {
    const { renderPage } = await renderer.of(await build.current())
    const { url } = request
    const icon = TOUCH_ICON.exec(template)?.[1]
    return renderPage({
      url: url.slice(url.indexOf('/', url.indexOf('//') + 2)),
      languages: [...visitorLanguages(request), site.settings.language],
      publicUrl,
      settings: settings(site),
      iconUrl: icon && publicUrl + icon,
      read: (operation, given) => reads.readPublic(request, operation, given),
    })
  }

  return async (request: Request): Promise<Response> => {
    const built = await build.current().catch(() => undefined)
    // A signed-in user sees another first view, which the application renders.
    if (!built || isSignedInBrowser(request))
      return (built && (await answerHome(request))) ?? apps.answer('learner', request)
    const site = await reader.current()
    const template = await apps.template('learner', built, site)
    let page: RenderedPage
    try {
      page = await render(request, site, template)
    } catch (error) {
      logPageFailure(error, 'rendering a page failed', { path: pathOf(request) })
      // The application shows the error and a retry. The status tells crawlers to come back later.
      return apps.answer('learner', request, toRefusal(error)?.status ?? 500)
    }
    const text = fillPublicTemplate(template, page, visitorTheme(request))
    const headers = { ...(await apps.headers('learner', built, site)), vary: 'accept-language, cookie' }
    return page.status === 200
      ? etagResponse(text, headers, request)
      : plainResponse(text, page.status, headers)
  }
}
