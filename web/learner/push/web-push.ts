import { lyceum } from '../../ui/api/lyceum.ts'

export type PushState =
  /** This browser has no push, or the service has no key for it. */
  | 'unavailable'
  /** The learner has forbidden notifications in the browser. */
  | 'blocked'
  | 'off'
  | 'on'

const hasPush = () =>
  'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function readPushState(): Promise<PushState> {
  if (!hasPush()) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission === 'granted' && (await findSubscription())) return 'on'
  return (await readKey()) ? 'off' : 'unavailable'
}

async function readKey(): Promise<string | null> {
  return (await lyceum.call('GET /notifications/web-push-key')).data.publicKey
}

/** Asks for the permission, if the learner has not decided yet, and subscribes. */
export async function turnOnPush(): Promise<PushState> {
  const applicationServerKey = await readKey()
  if (!hasPush() || !applicationServerKey) return 'unavailable'
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const { pushManager } = await navigator.serviceWorker.ready
  await register(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  return 'on'
}

export async function turnOffPush(): Promise<PushState> {
  const subscription = await findSubscription()
  if (!subscription) return readPushState()
  const body = { token: JSON.stringify(subscription) }
  // The service may not know it any more.
  await lyceum.call('DELETE /notifications/device-token', { body }).catch(() => undefined)
  await subscription.unsubscribe()
  return 'off'
}

/** The service wants to know at each start that the device is still used. */
export async function registerAgain(): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return
  const subscription = await findSubscription()
  if (subscription) await register(subscription)
}

async function register(subscription: PushSubscription): Promise<void> {
  const body = { token: JSON.stringify(subscription), platform: 'web' as const }
  await lyceum.call('POST /notifications/device-token', { body })
}
