import { useEffect, useSyncExternalStore } from 'react'
import { sessionStore } from '../../ui/session/session-store.ts'

/** The first view has the network for itself; the channel opens later. */
const START_AFTER_MS = 1_500

let unread = 0
let isStarted = false
const listeners = new Set<() => void>()

/** The number of unread notifications, for the mark in the frame. */
export const unreadStore = {
  get: (): number => unread,
  set(count: number): void {
    unread = count
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Starts to watch the inbox, unless it is watched already. The code that does it is loaded on demand. */
function start(): void {
  if (isStarted) return
  isStarted = true
  setTimeout(async () => {
    try {
      const { watchInbox } = await import('./watch-inbox.ts')
      if (sessionStore.get().status === 'in') await watchInbox()
    } catch {
      // Without a network the code does not load.
      addEventListener('online', start, { once: true })
    } finally {
      // The next screen that shows the count starts it again.
      isStarted = false
    }
  }, START_AFTER_MS)
}

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') unreadStore.set(0)
})

export function useUnread(): number {
  useEffect(start, [])
  return useSyncExternalStore(unreadStore.subscribe, unreadStore.get, unreadStore.get)
}
