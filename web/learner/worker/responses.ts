import { PICTURES_CACHE } from '../offline/offline-user.ts'
import { LEARNER_PATHS, PUBLIC_PATHS } from '../paths.ts'
import { FILES_CACHE, refreshShell, SHELL } from './app-files.ts'
import { fillShell, findHomeView } from './fill-shell.ts'
import type { FetchEvent } from './worker-types.ts'

/** The stored page is shown if the service does not answer within this time. */
const PAGE_WAIT_MS = 100
/** A slow disk must not delay the page of the service. */
const VIEW_WAIT_MS = 150
/** Without the page of the service, the stored view is worth waiting for. */
const ONLY_VIEW_WAIT_MS = 2_000

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
  const isHome = new URL(event.request.url).pathname === '/'
  const view = isHome ? findHomeView() : undefined
  const [stored, early] = await Promise.all([shell, within(VIEW_WAIT_MS, view)])
  if (stored && early) {
    event.waitUntil(refreshShell())
    return fillShell(stored, early)
  }
  const network = fetch(event.request)
  const quick = await within(
    PAGE_WAIT_MS,
    network.catch(() => undefined),
  )
  if (quick && quick.status < 500) return quick
  if (!stored) return network
  const late = await within(ONLY_VIEW_WAIT_MS, view)
  return late ? fillShell(stored, late) : stored
}

/** Undefined if the value takes longer. */
function within<Value>(waitMs: number, value: Promise<Value> | undefined): Promise<Value | undefined> {
  if (!value) return Promise.resolve(undefined)
  return Promise.race([value, new Promise<undefined>((resolve) => setTimeout(resolve, waitMs))])
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
