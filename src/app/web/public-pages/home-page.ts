import { pathOf } from '../../../platform/http/request-url.ts'
import { privatePage } from '../../../platform/http/response.ts'
import { logPageFailure } from '../log-page-failure.ts'
import { fillTemplate } from './fill-template.ts'
import type { FindUser, PageDeps } from './page-deps.ts'
import { visitorLanguages, visitorTheme } from './visitor-choices.ts'

/**
 * The home of a signed-in learner: what it shows first is in the HTML, so that a slow phone shows it before the script
 * runs. The page contains personal data, so nothing stores it. It contains no token: the application refreshes the session as
 * on every other page.
 */
export function createHomePage(deps: PageDeps & { findUser: FindUser }) {
  const { build, apps, reads, renderer, site: reader, settings, publicUrl, findUser } = deps

  async function render(request: Request, accessToken: string): Promise<Response> {
    const [built, site] = await Promise.all([build.current(), reader.current()])
    const { renderHome } = await renderer.of(built)
    const page = await renderHome({
      url: '/',
      languages: [...visitorLanguages(request), site.settings.language],
      publicUrl,
      settings: settings(site),
      read: (operation, given) => reads.readAs(accessToken, request, operation, given),
    })
    const template = await apps.template('learner', built, site, true)
    const headers = await apps.headers('learner', built, site)
    return privatePage(fillTemplate(template, page, visitorTheme(request)), headers, request)
  }

  /** Undefined if the browser has no session, or the home cannot be rendered: the application shows it then. */
  return async (request: Request): Promise<Response | undefined> => {
    if (pathOf(request) !== '/') return undefined
    try {
      const user = await findUser(request)
      return user && (await render(request, user.token))
    } catch (error) {
      logPageFailure(error, 'rendering the home failed')
      return undefined
    }
  }
}
