import { join } from 'node:path'
import type { WebSettings } from '../app-page.ts'
import type { BuiltWeb } from '../web-build.ts'

export interface PageRequest {
  /** Path and query. */
  url: string
  /** Language tags, the preferred one first. */
  languages: string[]
  publicUrl: string
  settings: WebSettings
  /** The address of the app's icon. */
  iconUrl?: string | undefined
  /** Calls an endpoint by its name in the API document. Returns undefined if it answers 404. */
  read: (operation: string, given: EndpointParameters) => Promise<unknown>
}

export interface EndpointParameters {
  path?: Record<string, string>
  query?: Record<string, string | number>
}

export interface RenderedPage {
  status: 200 | 404
  language: string
  direction: string
  /** HTML for the head and for the root element. */
  head: string
  body: string
  /** The responses in the page, for the application. */
  data: object[]
}

/** What `web/learner/server.tsx` exports. */
export interface PageRendering {
  /** The first view of a page for everybody. */
  renderPage: (request: PageRequest) => Promise<RenderedPage>
  /** The first view of the home; `read` reads as its user. */
  renderHome: (request: PageRequest) => Promise<RenderedPage>
}

/** The renderer that the build has bundled. It is loaded with the first page, so that a start does not wait for it. */
export class PageRenderer {
  #loaded: { digest: string; rendering: Promise<PageRendering> } | undefined

  of({ folder, digest }: BuiltWeb): Promise<PageRendering> {
    if (this.#loaded?.digest !== digest) {
      const rendering: Promise<PageRendering> = import(join(folder, 'server', 'learner.js'))
      this.#loaded = { digest, rendering }
      // The next page tries again.
      rendering.catch(() => {
        this.#loaded = undefined
      })
    }
    return this.#loaded!.rendering
  }
}
