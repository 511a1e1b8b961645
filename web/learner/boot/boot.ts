import { type Boot, recordInput } from './early-input.ts'
import { loadFont } from './load-font.ts'

/*
 * The script in the page itself. It runs before anything is painted, so it is small: it loads a font that the browser has, records
 * what the visitor does until the application runs, and decides when a page that is complete without the application loads it.
 */

loadFont()

const inputs: Boot['inputs'] = []
const stop = recordInput(inputs)
globalThis.lyceumBoot = { inputs, stop }

/** Only pages for everybody have this list. Its first file is the application. */
const later = document.querySelector<HTMLMetaElement>('meta[name=lyceum-later]')?.content.split(' ')
/** Without anything to do, the browser is idle as soon as the page is painted. */
const IDLE_WITHIN_MS = 1_500
const SIGNS_OF_USE = ['pointerdown', 'keydown', 'focusin', 'input']

if (later) {
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    for (const file of later) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    }
    import(later[0]!).catch(() => {
      // Without a connection: the next use tries again.
      isLoading = false
      for (const element of document.querySelectorAll('[aria-busy]')) element.removeAttribute('aria-busy')
    })
  }
  for (const type of SIGNS_OF_USE) addEventListener(type, load, { capture: true, passive: true })
  addEventListener('load', () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: IDLE_WITHIN_MS })
    else setTimeout(load, 1)
  })
}
