/** The parts of the service worker API that the worker uses; the types of the DOM do not contain them. */

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith(response: Promise<Response>): void
}

export interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}

export interface NotificationEvent extends ExtendableEvent {
  notification: Notification
}

export interface SyncEvent extends ExtendableEvent {
  tag: string
}

export interface WindowClient {
  url: string
  postMessage(message: unknown, transfer?: MessagePort[]): void
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  push: PushEvent
  notificationclick: NotificationEvent
  sync: SyncEvent
  message: ExtendableEvent & MessageEvent<{ type?: string }>
}

export interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  location: Location
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}
