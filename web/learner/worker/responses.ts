import { PICTURES_CACHE } from '../offline/offline-user.ts'
import { LEARNER_PATHS, PUBLIC_PATHS } from '../paths.ts'
import { FILES_CACHE, SHELL } from './app-files.ts'
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

/** The page of the service if it comes at once, otherwise the stored one. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const network = fromNetwork(event)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS))
  const quick = await Promise.race([network.catch(() => undefined), late])
  if (quick && quick.status < 500) return quick
  const stored = await caches.match(SHELL, { cacheName: FILES_CACHE, ignoreVary: true })
  return stored ?? network
}

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

/** File names change with the content, so a stored file is the file. */
export async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

export async function answerPicture(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName: PICTURES_CACHE, ignoreVary: true })
  return stored ?? fetch(request)
}
