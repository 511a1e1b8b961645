import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { sessionStore } from '../../ui/session/session-store.ts'
import { forgetUser } from './forget-user.ts'
import { installReadThrough } from './read-through.ts'
import { listResponses } from './response-store.ts'

/** A slow disk must not delay the start longer than a request would. */
const WAIT_MS = 1_000
const LONG_AGO = 0

/**
 * Starts the app with what this browser has stored for its user, without waiting for the service. Returns whether it
 * could. The session is checked meanwhile, and what a screen shows is read again: the user may have learned on another device.
 */
export async function restoreOffline(userId: string): Promise<boolean> {
  // The service sets this cookie with the session. Without it the user has signed out.
  if (!document.cookie.includes('lyceum_signed_in')) {
    await forgetUser().catch(() => undefined)
    return false
  }
  const stored = await Promise.race([
    listResponses(userId).catch(() => []),
    new Promise<[]>((resolve) => setTimeout(() => resolve([]), WAIT_MS)),
  ])
  const [profileKey] = apiKey('GET /user/profile')
  const profile = stored.find(({ key }) => key[0] === profileKey)
  if (!profile) return false
  for (const { key, response } of stored) queryClient.setQueryData(key, response, { updatedAt: LONG_AGO })
  sessionStore.set({ status: 'in', user: (profile.response as { data: Api.Profile }).data })
  installReadThrough()
  // Ends the session here if it has ended on the service; without a connection nothing changes.
  lyceum.isSignedIn().then(
    async (isSignedIn) => {
      const session = sessionStore.get()
      if (!isSignedIn) return sessionStore.set({ status: 'out' })
      if (session.status !== 'in' || session.user.id === userId) return
      // Another user has signed in: nothing of the previous one may stay on the screen.
      await forgetUser()
      location.reload()
    },
    () => undefined,
  )
  return true
}
