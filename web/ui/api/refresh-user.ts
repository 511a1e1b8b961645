import { sessionStore } from '../session/session-store.ts'
import { lyceum } from './lyceum.ts'
import { queryClient } from './query-client.ts'

/** Reads XP, gems and level again after an action that changes them. The old values stay if that fails. */
export async function refreshUser(): Promise<void> {
  await queryClient.invalidateQueries()
  const profile = await lyceum.call('GET /user/profile').catch(() => undefined)
  if (profile) sessionStore.updateUser(profile.data)
}
