import { PICTURES_CACHE } from '../offline/offline-user.ts'
import { LEARNER_PATHS, PUBLIC_PATHS } from '../paths.ts'
import { FILES_CACHE, refreshShell, SHELL } from './app-files.ts'
import { fillShell, findHomeView } from './fill-shell.ts'
import type { FetchEvent } from './worker-types.ts'

/** The stored page is shown if the service does not answer within this time. */
const PAGE_WAIT_MS = 100

const PATTERNS = [...PUBLIC_PATHS, ...LEARNER_PATHS].map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
)

/** Whether the app of this worker answers the address. Studio, console and reference are other applications. */
export function isAppPath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

/**
 * Today as it was on the last visit, without waiting for the service: the app then reads what has changed. Another page is that
 * of the service if it comes at once, otherwise the stored one.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const shell = caches.match(SHELL, { cacheName: FILES_CACHE, ignoreVary: true })
  if (new URL(event.request.url).pathname === '/') {
    const [stored, view] = await Promise.all([shell, findHomeView()])
    if (stored && view) {
      event.waitUntil(refreshShell())
      return fillShell(stored, view)
    }
  }
  const network = fetch(event.request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS))
  const quick = await Promise.race([network.catch(() => undefined), late])
  if (quick && quick.status < 500) return quick
  return (await shell) ?? network
}

/** File names change with the content, so a stored file is the file. Files that few learners need are stored on their first use. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const stored = await caches.match(request, { ignoreVary: true })
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') event.waitUntil(storeFile(request, response.clone()))
  return response
}

/** A device without space left loads the file again. */
async function storeFile(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(FILES_CACHE)
  await cache.put(request, response).catch(() => undefined)
}

export async function answerPicture(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName: PICTURES_CACHE, ignoreVary: true })
  return stored ?? fetch(request)
}
