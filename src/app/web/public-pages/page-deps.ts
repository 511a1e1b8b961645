import type { Caller } from '../../../platform/http/caller.ts'
import type { AppPages, WebSettings } from '../app-page.ts'
import type { ShownSite, SiteReader } from '../site-reader.ts'
import type { WebBuild } from '../web-build.ts'
import type { EndpointReads } from './endpoint-reads.ts'
import type { PageRenderer } from './page-renderer.ts'

/** What a page needs that the service renders. */
export interface PageDeps {
  build: WebBuild
  apps: AppPages
  reads: EndpointReads
  renderer: PageRenderer
  site: SiteReader
  settings: (site: ShownSite) => WebSettings
  publicUrl: string
}

/** How a page gets to know the user of a browser. */
export interface PageSessions {
  /** The user of a refresh token, which stays valid. */
  find: (refreshToken: string) => Promise<Caller | undefined>
  signToken: (caller: Caller) => string
}

/** Finds the user of the browser that loads a page, and an access token. */
export type FindUser = (request: Request) => Promise<{ caller: Caller; token: string } | undefined>
