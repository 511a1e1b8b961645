import { keepTexts } from '../app-page.ts'
import type { RenderedPage } from './page-renderer.ts'

/** Puts a rendered first view and its data into the page of the application. */
export function fillTemplate(template: string, page: RenderedPage, theme: string | undefined): string {
  const language = `<html lang="${page.language}" dir="${page.direction}"${theme ? ` data-theme="${theme}"` : ''}>`
  // `<` is escaped, so that no value can end the element.
  const data = JSON.stringify(page.data).replaceAll('<', '\\u003c')
  const embedded = `<script type="application/json" id="page-data" data-status="${page.status}">${data}</script>`
  return keepTexts(template, page.language)
    .replace('<html lang="en" dir="ltr">', () => language)
    .replace(/<!--head-->.*<!--\/head-->/s, () => `${page.head}\n${embedded}`)
    .replace(/<!--root-->.*<!--\/root-->/s, () => page.body)
}

/** The same for a page for everybody, which is complete without the application: the script in the page loads it later. */
export function fillPublicTemplate(template: string, page: RenderedPage, theme: string | undefined): string {
  return fillTemplate(startLater(keepTexts(template, page.language)), page, theme)
}

const APP_FILE =
  /<(?:script type="module" src|link rel="modulepreload" href)="(\/assets\/[^"]+)">(?:<\/script>)?\n*/g

/** Names the files of the application instead of loading them, which would delay the page on a slow connection. */
function startLater(template: string): string {
  const files: string[] = []
  const rest = template.replace(APP_FILE, (_, file: string) =>
    files.push(file) === 1 ? '<!--later-->\n' : '',
  )
  return rest.replace('<!--later-->', () => `<meta name="lyceum-later" content="${files.join(' ')}">`)
}
