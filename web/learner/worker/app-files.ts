import type { WorkerScope } from './worker-types.ts'

/** Filled in by the build: its digest, and the paths of its files. */
declare const BUILD: string
declare const FILES: readonly string[]

/** The page of every address of the app. The service renders no user and no content into it. */
export const SHELL = '/learn'
const PREFIX = 'lyceum-files-'
export const FILES_CACHE = `${PREFIX}${BUILD}`

/** Stores all files of this build, or fails and is tried again. */
export async function installFiles(): Promise<void> {
  const page = await fetch(SHELL, { cache: 'no-store' })
  // While the service is being updated, one of its processes may still have another build.
  if (!(await isOfThisBuild(page))) throw new Error('The page is of another build.')
  const cache = await caches.open(FILES_CACHE)
  await cache.addAll([...FILES])
  await cache.put(SHELL, page)
}

async function isOfThisBuild(page: Response): Promise<boolean> {
  return page.ok && (await page.clone().text()).includes(`content="${BUILD}"`)
}

/** Name and accent of the site are in the page and may have changed. Without a connection the stored page stays. */
export async function refreshShell(): Promise<void> {
  try {
    const page = await fetch(SHELL, { cache: 'no-cache' })
    if (await isOfThisBuild(page)) await (await caches.open(FILES_CACHE)).put(SHELL, page)
  } catch {
    // The next visit tries again.
  }
}

/** Keeps the files of the build before: another tab may still run it. */
export async function activateFiles(worker: WorkerScope): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const old = names.filter((name) => name !== FILES_CACHE)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}
