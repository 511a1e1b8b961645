import { join } from 'node:path'
import type { BuiltWeb } from '../web-build.ts'

export interface EndpointParameters {
  path?: Record<string, string>
  query?: Record<string, string | number>
}

/** The bundle of `web/learner/server.tsx`. */
type PageRendering = typeof import('../../../../web/learner/server.tsx')
export type RenderedPage = Awaited<ReturnType<PageRendering['renderPage']>>

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
