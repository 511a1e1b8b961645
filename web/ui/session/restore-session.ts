import { lyceum } from '../api/lyceum.ts'
import { sessionStore } from './session-store.ts'

/** Checks at start-up whether this browser has a session. It never throws. */
export async function restoreSession(): Promise<void> {
  try {
    const isSignedIn = await lyceum.isSignedIn()
    if (!isSignedIn) sessionStore.set({ status: 'out' })
    else if (sessionStore.get().status !== 'in') await readUser()
  } catch (fault) {
    sessionStore.set({ status: 'failed', fault })
  }
}

/**
 * Opens the session while the page already shows its user, and ends it here if it has ended on the service. Without a
 * connection nothing changes.
 */
export async function checkSession(): Promise<true> {
  lyceum.isSignedIn().then(
    (isSignedIn) => {
      if (!isSignedIn) sessionStore.set({ status: 'out' })
    },
    () => undefined,
  )
  return true
}

/** Another tab has refreshed the session; this tab does not know the user yet. */
async function readUser(): Promise<void> {
  const { data } = await lyceum.call('GET /user/profile')
  sessionStore.set({ status: 'in', user: data })
}
