import type { Caller } from '../../../platform/http/caller.ts'
import { pathOf } from '../../../platform/http/request-url.ts'
import { privatePage } from '../../../platform/http/response.ts'
import { logPageFailure } from '../log-page-failure.ts'
import type { SessionCookies } from '../session/cookies.ts'
import { fillTemplate } from './fill-template.ts'
import type { PageDeps } from './page-deps.ts'
import { visitorLanguages, visitorTheme } from './visitor-choices.ts'

/** How a page gets to know the user of a browser. */
export interface PageSessions {
  /** The user of a refresh token, which stays valid. */
  find: (refreshToken: string) => Promise<Caller | undefined>
  signToken: (caller: Caller) => string
}

/**
 * The home of a signed-in learner: what it shows first is in the HTML, so that a slow phone shows it before the script
 * runs. The page contains personal data, so nothing stores it. It contains no token: the application refreshes the session as
 * on every other page.
 */
export class HomePage {
  readonly #deps: PageDeps & { cookies: SessionCookies }
  #sessions: PageSessions | undefined

  constructor(deps: PageDeps & { cookies: SessionCookies }) {
    this.#deps = deps
  }

  attach(sessions: PageSessions): void {
    this.#sessions = sessions
  }

  /** Undefined if the browser has no session, or the home cannot be rendered: the application shows it then. */
  async answer(request: Request): Promise<Response | undefined> {
    const refreshToken = pathOf(request) === '/' ? this.#deps.cookies.read(request) : undefined
    if (!refreshToken || !this.#sessions) return undefined
    try {
      const caller = await this.#sessions.find(refreshToken)
      return caller && (await this.#render(request, this.#sessions.signToken(caller)))
    } catch (error) {
      logPageFailure(error, 'rendering the home failed')
      return undefined
    }
  }

  async #render(request: Request, accessToken: string): Promise<Response> {
    const { build, apps, reads, renderer, site: reader, settings, publicUrl } = this.#deps
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
}
