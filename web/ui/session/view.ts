import type { ClientSession } from '../../../packages/client/src/session.ts'

/**
 * A view of the account of a learner by staff. It belongs to one tab and is read-only: the session of the browser, which is in
 * a cookie, stays that of the member of staff.
 */
export interface View {
  id: string
  username: string
  accessToken: string
  expiresAt: string
  /** The page of the console that "End" leads to. */
  returnTo: string
}

const STORED = 'lyceum.view'

/** Other applications than the learner app are always those of the browser's own session. */
export function currentView(): View | undefined {
  const { sessionStorage, location } = globalThis
  if (!sessionStorage || /^\/(console|studio)(\/|$)/.test(location.pathname)) return undefined
  const stored = sessionStorage.getItem(STORED)
  return stored ? (JSON.parse(stored) as View) : undefined
}

export function startView(view: View): void {
  sessionStorage.setItem(STORED, JSON.stringify(view))
  // The home would be rendered by the service for the session of the cookie.
  location.assign('/me')
}

export function endView({ returnTo }: Pick<View, 'returnTo'>): void {
  sessionStorage.removeItem(STORED)
  location.assign(returnTo)
}

/** The session of a view: one token, which nothing refreshes. After it the console is shown again. */
export function viewSession(view: View): ClientSession {
  const end = async () => endView(view) as undefined
  return {
    accessToken: async () => (new Date(view.expiresAt) > new Date() ? view.accessToken : end()),
    freshToken: async () => undefined,
    renewed: end,
    store: async () => undefined,
    clear: async () => undefined,
  }
}
