import { HOME_PATH } from '../../../../web/console/paths.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { pathOf } from '../../../platform/http/request-url.ts'
import { privatePage } from '../../../platform/http/response.ts'
import type { AppPages } from '../app-page.ts'
import { logPageFailure } from '../log-page-failure.ts'
import type { SessionCookies } from '../session/cookies.ts'
import type { EndpointReads } from './endpoint-reads.ts'
import { embedData } from './fill-template.ts'
import type { PageSessions } from './home-page.ts'

interface Answer {
  operation: string
  answer: unknown
}

interface ConsolePageDeps {
  apps: AppPages
  reads: EndpointReads
  cookies: SessionCookies
}

/** What the first screen of the console reads. Other screens read after they are loaded. */
const FIRST_READ = 'GET /admin/attention'
const STAFF: readonly Caller['role'][] = ['SUPPORT', 'MODERATOR', 'ADMIN']

/**
 * The pages of the console for a browser with a session: they contain the user, and the first of them what waits for a person, so that
 * the application needs no request before it is shown. Nothing stores such a page. It contains no token: the application refreshes the
 * session as on every other page.
 */
export class ConsolePage {
  readonly #deps: ConsolePageDeps
  #sessions: PageSessions | undefined

  constructor(deps: ConsolePageDeps) {
    this.#deps = deps
  }

  attach(sessions: PageSessions): void {
    this.#sessions = sessions
  }

  async answer(request: Request): Promise<Response> {
    const { apps } = this.#deps
    const answers = await this.#readAnswers(request)
    if (answers.length === 0) return apps.answer('console', request)
    const page = await apps.page('console', request)
    if (!page) return apps.answer('console', request)
    return privatePage(embedData(page.text, answers), page.headers, request)
  }

  /** Nothing if the browser has no session, or the user cannot be read. */
  async #readAnswers(request: Request): Promise<Answer[]> {
    const { cookies, reads } = this.#deps
    const refreshToken = cookies.read(request)
    if (!refreshToken || !this.#sessions) return []
    try {
      const caller = await this.#sessions.find(refreshToken)
      if (!caller) return []
      const token = this.#sessions.signToken(caller)
      const read = async (operation: string) => {
        const answer = await reads.readAs(token, request, operation, {})
        return answer === undefined ? [] : [{ operation, answer }]
      }
      const isFirst = pathOf(request) === HOME_PATH && STAFF.includes(caller.role)
      const [user, first] = await Promise.all([
        read('GET /user/profile'),
        // A refusal, such as a missing second factor, is shown when the application gets it.
        isFirst ? read(FIRST_READ).catch(() => []) : [],
      ])
      return user.length === 0 ? [] : [...user, ...first]
    } catch (error) {
      logPageFailure(error, 'reading the data of the console failed')
      return []
    }
  }
}
