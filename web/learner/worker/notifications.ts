import { notificationPath } from '../notifications/notification-link.ts'
import type { NotificationEvent, PushEvent, WindowClient, WorkerScope } from './worker-types.ts'

/** Filled in by the build. */
declare const ICON: string
declare const BADGE: string

const APP_ANSWER_MS = 1_000

interface PushPayload {
  title: string
  body: string
  /** A second push with the same tag replaces the first. */
  tag: string
  data: { link?: string }
}

export async function showPush(worker: WorkerScope, { data: payload }: PushEvent): Promise<void> {
  if (!payload) return
  const { title, body, tag, data } = payload.json() as PushPayload
  await worker.registration.showNotification(title, { body, tag, data, icon: ICON, badge: BADGE })
}

/** Opens the screen that the notification is about, in the open app if there is one. */
export async function openNotification(
  worker: WorkerScope,
  { notification }: NotificationEvent,
): Promise<void> {
  notification.close()
  const path = notificationPath((notification.data as PushPayload['data'])?.link ?? '') ?? '/notifications'
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const app = windows.find(({ url }) => !/^\/(?:studio|console|docs)(?:\/|$)/.test(new URL(url).pathname))
  if (!app) {
    await worker.clients.openWindow(path)
    return
  }
  if (!(await openInApp(app, path))) {
    // The app on the page is still loading.
    const opened = await app.navigate(path).catch(() => null)
    if (!opened) {
      await worker.clients.openWindow(path)
      return
    }
  }
  // A browser may refuse the focus; the screen is open in any case.
  await app.focus().catch(() => undefined)
}

/** Returns whether the app has opened the screen. */
function openInApp(app: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), APP_ANSWER_MS)
    app.postMessage({ type: 'open', path }, [port2])
  })
}
