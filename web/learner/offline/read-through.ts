import type { QueryKey } from '@tanstack/react-query'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { reading } from '../../ui/api/use-api.ts'
import { sessionStore } from '../../ui/session/session-store.ts'
import { readResponse } from './response-store.ts'

/** Answers queries from this device while the service cannot be reached. */
export function installReadThrough(): void {
  reading.through = async (key, read) => {
    if (!navigator.onLine) {
      const stored = await storedFor(key)
      if (stored !== undefined) return stored
    }
    try {
      return await read()
    } catch (fault) {
      const stored = describeFault(fault).kind === 'offline' ? await storedFor(key) : undefined
      if (stored === undefined) throw fault
      return stored
    }
  }
}

/** What the screen shows already is at least as new as what is stored. */
async function storedFor(key: QueryKey): Promise<unknown> {
  const session = sessionStore.get()
  if (session.status !== 'in') return undefined
  return queryClient.getQueryData(key) ?? (await readResponse(session.user.id, key).catch(() => undefined))
}
