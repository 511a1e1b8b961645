import { lyceum } from '../api/lyceum.ts'
import { queryClient } from '../api/query-client.ts'
import { sessionStore } from './session-store.ts'

/** Ends the session here and in the other tabs. */
export async function signOut(): Promise<void> {
  await lyceum.call('POST /auth/logout')
  queryClient.clear()
  sessionStore.set({ status: 'out' })
}
