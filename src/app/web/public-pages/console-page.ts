import { HOME_PATH } from '../../../../web/console/paths.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { pathOf } from '../../../platform/http/request-url.ts'
import { privatePage } from '../../../platform/http/response.ts'
import type { AppPages } from '../app-page.ts'
import { logPageFailure } from '../log-page-failure.ts'
import type { EndpointReads } from './endpoint-reads.ts'
import { embedData } from './fill-template.ts'
import type { FindUser } from './page-deps.ts'

interface Answer {
  operation: string
  answer: unknown
}

interface ConsolePageDeps {
  apps: AppPages
  reads: EndpointReads
  findUser: FindUser
}

/** What the first screen of the console reads. Other screens read after they are loaded. */
const FIRST_READ = 'GET /admin/attention'
const STAFF: readonly Caller['role'][] = ['SUPPORT', 'MODERATOR', 'ADMIN']

/**
 * The pages of the console for a browser with a session: they contain the user, and the first of them what waits for a person, so that
 * the application needs no request before it is shown. Nothing stores such a page. It contains no token: the application refreshes the
 * session as on every other page.
 */
export function createConsolePage({ apps, reads, findUser }: ConsolePageDeps) {
  /** Nothing if the browser has no session, or the user cannot be read. */
  async function readAnswers(request: Request): Promise<Answer[]> {
    try {
      const found = await findUser(request)
      if (!found) return []
      const read = async (operation: string) => {
        const answer = await reads.readAs(found.token, request, operation, {})
        return answer === undefined ? [] : [{ operation, answer }]
      }
      const isFirst = pathOf(request) === HOME_PATH && STAFF.includes(found.caller.role)
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

  return async (request: Request): Promise<Response> => {
    const answers = await readAnswers(request)
    const page = answers.length > 0 ? await apps.page('console', request) : undefined
    if (!page) return apps.answer('console', request)
    return privatePage(embedData(page.text, answers), page.headers, request)
  }
}
