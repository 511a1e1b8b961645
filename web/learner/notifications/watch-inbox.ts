import { openLive } from '../../ui/api/live.ts'
import { lyceum, queryClient } from '../../ui/api/lyceum.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { unreadStore } from './unread-store.ts'

/** Reads the number of unread notifications. A failure keeps the last one: the mark is an addition. */
export async function refreshUnread(): Promise<void> {
  try {
    const { meta } = await lyceum.call('GET /notifications', { query: { limit: 1 } })
    unreadStore.set(meta.unread)
  } catch {
    // The next notification or screen reads it again.
  }
}

/** Counts unread notifications and shows each new one, until the session ends. */
export async function watchInbox(): Promise<void> {
  await refreshUnread()
  const live = await openLive()
  live.on('notification', ({ title, type }) => {
    showToast(title)
    void refreshUnread()
    void queryClient.invalidateQueries({ queryKey: ['GET /notifications'] })
    if (type === 'CERTIFICATE_READY') void queryClient.invalidateQueries({ queryKey: ['GET /certificates'] })
    if (type === 'BADGE_EARNED')
      void queryClient.invalidateQueries({ queryKey: ['GET /badges/progress/{userId}'] })
  })
  // Notifications that arrive while the connection is lost are in the inbox.
  let wasLost = false
  live.onState((state) => {
    if (state === 'open' && wasLost) void refreshUnread()
    wasLost = state === 'waiting'
  })
  const stop = sessionStore.subscribe(() => {
    if (sessionStore.get().status !== 'out') return
    stop()
    live.close()
  })
}
