import { startLater } from '../boot/start-later.ts'
import { type HomeView, readHomeView } from '../offline/home-view.ts'

/** Filled in by the build: its digest. */
declare const BUILD: string

/** A session ends after this long without use. */
const LONGEST_MS = 30 * 86_400_000

/** What Today showed on the last visit with this build. */
export async function findHomeView(): Promise<HomeView | undefined> {
  try {
    const [view, signedIn] = await Promise.all([readHomeView(), isSignedIn()])
    const isRecent = view?.build === BUILD && Date.now() - view.savedAt <= LONGEST_MS
    return signedIn && isRecent ? view : undefined
  } catch {
    return undefined
  }
}

interface CookieStore {
  getAll(): Promise<{ name?: string }[]>
}

/** The service sets this cookie with the session. Where a worker cannot read cookies, the app ends a session that has ended. */
async function isSignedIn(): Promise<boolean> {
  const { cookieStore } = globalThis as { cookieStore?: CookieStore }
  if (!cookieStore) return true
  return (await cookieStore.getAll()).some(({ name }) => name?.startsWith('lyceum_signed_in'))
}

/**
 * The stored page with that view, so that there is something to read before the script runs. The files of the app are on this device, so
 * they would run before the first paint: the page loads them after it. The app then renders the same screen from stored data.
 */
export async function fillShell(shell: Response, view: HomeView): Promise<Response> {
  const { language, direction, theme, html } = view
  const root = `<html lang="${language}" dir="${direction}"${theme ? ` data-theme="${theme}"` : ''}>`
  const text = startLater(await shell.text())
    .replace('<html lang="en" dir="ltr">', () => root)
    .replace(/<!--root-->.*<!--\/root-->/s, () => html)
  const headers = new Headers(shell.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(text, { headers })
}
