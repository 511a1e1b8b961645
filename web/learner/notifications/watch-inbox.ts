import type { Api } from '../../../packages/client/src/lyceum.ts'
import { openLive } from '../../ui/api/live.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { unreadStore } from './unread-store.ts'

type Arrival = Pick<Api.Notification, 'title' | 'type'>
const NAME = 'lyceum.inbox'

/** Reads the number of unread notifications. A failure keeps the last one: the mark is an addition. */
export async function refreshUnread(): Promise<void> {
  try {
    const { meta } = await lyceum.call('GET /notifications', { query: { limit: 1 } })
    unreadStore.set(meta.unread)
  } catch {
    // The next notification or screen reads it again.
  }
}

/**
 * Counts unread notifications and shows each new one, until the session or the connection ends. A user may have only
 * few connections, so one tab has it and tells the others.
 */
export async function watchInbox(): Promise<void> {
  await refreshUnread()
  const tabs = new BroadcastChannel(NAME)
  tabs.onmessage = ({ data }) => receive(data)
  const signedOut = waitForSignOut()
  const listen = async () => {
    if (sessionStore.get().status !== 'in') return
    const live = await openLive()
    live.on('notification', ({ title, type }) => {
      receive({ title, type })
      tabs.postMessage({ title, type } satisfies Arrival)
    })
    await Promise.race([signedOut, new Promise<void>((resolve) => watchState(live, resolve))])
    live.close()
  }
  // Pages without https have no locks; there every tab has its own connection.
  await (navigator.locks ? navigator.locks.request(NAME, listen) : listen())
  tabs.close()
}

function receive({ title, type }: Arrival): void {
  if (document.visibilityState === 'visible') showToast(title)
  void refreshUnread()
  void queryClient.invalidateQueries({ queryKey: ['GET /notifications'] })
  if (type === 'CERTIFICATE_READY') void queryClient.invalidateQueries({ queryKey: ['GET /certificates'] })
  if (type === 'BADGE_EARNED')
    void queryClient.invalidateQueries({ queryKey: ['GET /badges/progress/{userId}'] })
}

/** Reads the inbox again after a lost connection, because notifications may have arrived meanwhile. */
function watchState(live: Awaited<ReturnType<typeof openLive>>, onClosed: () => void): void {
  let wasLost = false
  live.onState((state) => {
    if (state === 'closed') onClosed()
    if (state === 'open' && wasLost) void refreshUnread()
    wasLost = state === 'waiting'
  })
}

function waitForSignOut(): Promise<void> {
  return new Promise((resolve) => {
    const stop = sessionStore.subscribe(() => {
      if (sessionStore.get().status !== 'out') return
      stop()
      resolve()
    })
  })
}
