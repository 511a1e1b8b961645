import { OFFLINE_USER, PICTURES_CACHE } from './offline-user.ts'
import { deleteResponses } from './response-store.ts'

/**
 * Deletes what this browser has stored for its user, except for activities that the service does not have yet: they are
 * sent when that user signs in again.
 */
export async function forgetUser(): Promise<void> {
  localStorage.removeItem(OFFLINE_USER)
  await Promise.all([deleteResponses(), globalThis.caches?.delete(PICTURES_CACHE), unsubscribePush()])
}

/** The service forgets the device with the session; this ends the subscription in the browser. */
async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => undefined)
  await subscription?.unsubscribe().catch(() => undefined)
}
