import { readHomeView } from '../offline/home-view.ts'

/** Filled in by the build: its digest. */
declare const BUILD: string

/** A session ends after this long without use. */
const LONGEST_MS = 30 * 86_400_000
/** A slow disk must not delay the page. */
const WAIT_MS = 150

/**
 * The stored page with what Today showed on the last visit, so that there is something to read before the script runs. The
 * app then renders the same screen from stored data.
 */
export async function fillShell(shell: Response): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS))
  const view = await Promise.race([readHomeView().catch(() => undefined), late])
  if (!view || view.build !== BUILD || Date.now() - view.savedAt > LONGEST_MS) return shell
  const { language, direction, theme, html } = view
  const root = `<html lang="${language}" dir="${direction}"${theme ? ` data-theme="${theme}"` : ''}>`
  const text = (await shell.text())
    .replace('<html lang="en" dir="ltr">', () => root)
    .replace(/<!--root-->.*<!--\/root-->/s, () => html)
  const headers = new Headers(shell.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(text, { headers })
}
