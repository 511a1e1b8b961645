/** The build that this page was loaded with; the service worker of the same build has the same value. */
const BUILD = document.querySelector<HTMLMetaElement>('meta[name=lyceum-build]')?.content

let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

/** Whether a newer version of the app is ready. */
export const update = {
  isReady: (): boolean => waiting !== undefined,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Opens the newer version. */
  async apply(): Promise<void> {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting?.postMessage({ type: 'activate' })
  },
  dismiss(): void {
    setWaiting(undefined)
  },
}

function setWaiting(worker: ServiceWorker | undefined): void {
  waiting = worker
  for (const listener of listeners) listener()
}

/** Registers the service worker. A browser that has none, or a page without https, works as before. */
export async function registerWorker(
  onMessage: (message: { type: string; path?: string }, answerTo: MessagePort | undefined) => void,
): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data, ports }) => onMessage(data, ports[0]))
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const watch = (worker: ServiceWorker | null) => {
    // The first worker of this browser takes over without a question.
    if (!worker || !registration.active) return
    const check = () => {
      if (worker.state === 'installed') void offer(worker)
    }
    worker.addEventListener('statechange', check)
    check()
  }
  watch(registration.waiting)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine)
      void registration.update().catch(() => undefined)
  })
}

/** If this page is already of the new build, the worker takes over; otherwise the learner decides when. */
async function offer(worker: ServiceWorker): Promise<void> {
  if ((await buildOf(worker)) === BUILD) worker.postMessage({ type: 'activate' })
  else setWaiting(worker)
}

function buildOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage({ type: 'build' }, [port2])
  })
}
