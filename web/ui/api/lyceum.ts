import { CookieSession } from '../../../packages/client/src/cookie-session.ts'
import {
  type Answer,
  type GivenArguments,
  HttpClient,
  type Operation,
} from '../../../packages/client/src/http-client.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { sessionStore } from '../session/session-store.ts'
import { currentView, viewSession } from '../session/view.ts'
import { queryStore } from './query-store.ts'

const events = {
  onUser: (user: Api.Profile) => sessionStore.set({ status: 'in', user }),
  onSignedOut: () => {
    sessionStore.set({ status: 'out' })
    queryStore.get()?.clear()
  },
  // The other tab may have signed in as another user: no data of the previous user may stay on the screen.
  onOtherTab: () => location.reload(),
}

/** Set if staff view the account of a learner in this tab. */
export const view = currentView()

/** An application replaces `translate` if it puts the messages of refusals into the words of its users. */
export const refusals: { translate: (fault: LyceumError, operation: string) => Promise<unknown> } = {
  translate: async () => {},
}

class PageClient extends HttpClient {
  override async call<O extends Operation>(operation: O, ...given: GivenArguments<O>): Promise<Answer<O>> {
    try {
      return await super.call(operation, ...given)
    } catch (fault) {
      if (fault instanceof LyceumError && fault.status > 0) await refusals.translate(fault, operation)
      throw fault
    }
  }
}

export const lyceum = new PageClient(
  {
    url: globalThis.location?.origin ?? '',
    // A view must not sign out or refresh the session of the cookie.
    ...(view ? {} : { cookieSession: true }),
    retries: 2,
    timeoutMs: 15_000,
    longestWaitMs: 4_000,
  },
  // Pages are also rendered on the server, which makes no requests and has no session.
  ({ byCookie }) =>
    view
      ? viewSession(view)
      : 'document' in globalThis
        ? new CookieSession(byCookie, events)
        : (undefined as unknown as CookieSession),
)
