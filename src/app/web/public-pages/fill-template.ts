import { startLater } from '../../../../web/learner/boot/start-later.ts'
import { keepTexts } from '../app-page.ts'
import type { RenderedPage } from './page-renderer.ts'

/** Puts a rendered first view and its data into the page of the application. */
export function fillTemplate(template: string, page: RenderedPage, theme: string | undefined): string {
  const language = `<html lang="${page.language}" dir="${page.direction}"${theme ? ` data-theme="${theme}"` : ''}>`
  const embedded = dataElement(page.data, page.status)
  return keepTexts(template, page.language)
    .replace('<html lang="en" dir="ltr">', () => language)
    .replace(/<!--head-->.*<!--\/head-->/s, () => `${page.head}\n${embedded}`)
    .replace(/<!--root-->.*<!--\/root-->/s, () => page.body)
}

/** Puts responses into a page that the application renders. */
export function embedData(page: string, data: unknown): string {
  return page.replace('<!--/head-->', () => `\n${dataElement(data, 200)}`)
}

function dataElement(data: unknown, status: number): string {
  // `<` is escaped, so that no value can end the element.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="page-data" data-status="${status}">${text}</script>`
}

/** The same for a page for everybody, which is complete without the application: the script in the page loads it later. */
export function fillPublicTemplate(template: string, page: RenderedPage, theme: string | undefined): string {
  return fillTemplate(startLater(keepTexts(template, page.language)), page, theme)
}
